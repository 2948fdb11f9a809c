import { Navigate, useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { SecondFactorPage } from '../../features/identity/second-factor/second-factor-page.tsx';
import { readSecondFactor } from '../../features/identity/pending-second-factor.ts';
import { useWayOn } from './use-way-on.ts';

export function SecondFactorRoute() {
  const { next } = useSearch({ from: '/open/login/second-factor' });
  const navigate = useNavigate();
  const goOn = useWayOn(next);
  // Kept as it was when the page opened: it is forgotten as soon as it has served.
  const [pending] = useState(readSecondFactor);
  const asked = next ? { next } : {};
  const ended = { to: '/login', search: { ...asked, reason: 'secondFactorEnded' }, replace: true } as const;
  if (!pending) return <Navigate {...ended} />;
  return (
    <SecondFactorPage
      pending={pending}
      onSignedIn={(outcome) => {
        if (outcome.kind === 'signedIn' || outcome.kind === 'changeEmail') goOn(outcome);
        else void navigate(ended);
      }}
      onBack={(why) => void navigate(why === 'ended' ? ended : { to: '/login', search: asked, replace: true })}
    />
  );
}
