import { useLocation, useNavigate } from '@tanstack/react-router';
import { useEffect, useEffectEvent, useState } from 'react';

/**
 * The token of a mailed link, taken out of the address at once. It comes behind the #, so that no server, log or
 * referrer sees it; links of earlier mails have it as `?token=`.
 */
export function useLinkToken(
  path: '/unlock-account' | '/undo-second-factor' | '/keep-second-factor' | '/reset-password' | '/public/block-sender',
): string | undefined {
  const { hash, searchStr } = useLocation();
  const navigate = useNavigate();
  const [token] = useState(() => tokenIn(hash) ?? tokenIn(searchStr));
  const clean = useEffectEvent(() => {
    if (token !== undefined) void navigate({ to: path, search: {}, hash: '', replace: true });
  });
  useEffect(() => clean(), []);
  return token;
}

const tokenIn = (part: string): string | undefined => new URLSearchParams(part).get('token') ?? undefined;
