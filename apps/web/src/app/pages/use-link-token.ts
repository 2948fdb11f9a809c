import { useLocation, useNavigate } from '@tanstack/react-router';
import { useEffect, useEffectEvent, useState } from 'react';
import { forgetHanded, type LinkPath, readHanded } from '../handed-token.ts';

declare module '@tanstack/react-router' {
  interface HistoryState {
    linkToken?: string;
  }
}

/**
 * The token of a mailed link, as `/p` has handed it over. Links of earlier mails have it in the address, behind the #
 * or as `?token=`: it is taken out at once. One that is kept is there after a reload too.
 */
export function useLinkToken(path: LinkPath, { isKept = false }: { isKept?: boolean } = {}): string | undefined {
  const { hash, searchStr, state } = useLocation();
  const navigate = useNavigate();
  const [token] = useState(() => tokenIn(hash) ?? tokenIn(searchStr) ?? readHanded(path)?.token ?? state.linkToken);
  const clean = useEffectEvent(() => {
    forgetHanded();
    if (token === undefined) return;
    const kept = isKept ? { linkToken: token } : {};
    void navigate({ to: path, search: {}, hash: '', state: kept, replace: true });
  });
  useEffect(() => clean(), []);
  return token;
}

const tokenIn = (part: string): string | undefined => new URLSearchParams(part).get('token') || undefined;
