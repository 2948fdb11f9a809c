import { useNavigate, useSearch } from '@tanstack/react-router';
import { ActivationPage } from '../../features/activation/activation-page.tsx';

export function ActivationRoute() {
  const { step } = useSearch({ from: '/open/activation' });
  const navigate = useNavigate();
  return (
    <ActivationPage
      askedStep={step}
      onStep={(next, { replace }) => void navigate({ to: '/activation', search: { step: next }, replace })}
      onEnter={() => void navigate({ to: '/home', replace: true })}
    />
  );
}
