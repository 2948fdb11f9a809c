import { Navigate, useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { ChangeEmailPage } from '../../features/identity/change-email/change-email-page.tsx';
import { readToken, tokenFault } from '../../lib/api/tokens.ts';

export function ChangeEmailRoute() {
  const { next, step } = useSearch({ from: '/open/change-email' });
  const navigate = useNavigate();
  const [hasEnded] = useState(() => tokenFault(readToken('invalidUserToken')) !== undefined);
  const asked = next ? { next } : {};
  const ended = { to: '/login', search: { ...asked, reason: 'changeEnded' }, replace: true } as const;
  if (hasEnded) return <Navigate {...ended} />;
  return (
    <ChangeEmailPage
      askedStep={step}
      onStep={(shown, { replace }) =>
        void navigate({ to: '/change-email', search: { ...asked, step: shown }, replace })
      }
      onOpened={() => void navigate({ href: next ?? '/home', replace: true })}
      onEnded={() => void navigate(ended)}
    />
  );
}
