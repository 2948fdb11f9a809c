import { useNavigate, useSearch } from '@tanstack/react-router';
import { ResetPasswordPage } from '../../features/identity/reset-password/reset-password-page.tsx';

export function ResetPasswordRoute() {
  const { step } = useSearch({ from: '/open/reset-password' });
  const navigate = useNavigate();
  return (
    <ResetPasswordPage
      askedStep={step}
      onStep={(next, { replace }) => void navigate({ to: '/reset-password', search: { step: next }, replace })}
    />
  );
}
