import { useLocation, useNavigate } from '@tanstack/react-router';
import { useEffect, useEffectEvent, useState } from 'react';

declare module '@tanstack/react-router' {
  interface HistoryState {
    linkToken?: string;
  }
}

type LinkPath =
  | '/unlock-account'
  | '/undo-email-change'
  | '/undo-second-factor'
  | '/keep-second-factor'
  | '/reset-password'
  | '/public/block-sender';

/**
 * The token of a mailed link, taken out of the address at once. It comes behind the #, so that no server, log or
 * referrer sees it; links of earlier mails have it as `?token=`. One that is kept is there after a reload too.
 */
export function useLinkToken(path: LinkPath, { isKept = false }: { isKept?: boolean } = {}): string | undefined {
  const { hash, searchStr, state } = useLocation();
  const navigate = useNavigate();
  const [token] = useState(() => tokenIn(hash) ?? tokenIn(searchStr) ?? state.linkToken);
  const clean = useEffectEvent(() => {
    if (token === undefined) return;
    const kept = isKept ? { linkToken: token } : {};
    void navigate({ to: path, search: {}, hash: '', state: kept, replace: true });
  });
  useEffect(() => clean(), []);
  return token;
}

const tokenIn = (part: string): string | undefined => new URLSearchParams(part).get('token') ?? undefined;
