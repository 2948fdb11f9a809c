import { useNavigate, useSearch } from '@tanstack/react-router';
import { useLinkToken } from './use-link-token.ts';
import { ResetPasswordPage } from '../../features/identity/reset-password/reset-password-page.tsx';

export function ResetPasswordRoute() {
  const { step } = useSearch({ from: '/open/reset-password' });
  const navigate = useNavigate();
  const token = useLinkToken('/reset-password');
  return (
    <ResetPasswordPage
      token={token}
      askedStep={step}
      onStep={(next, { replace }) => void navigate({ to: '/reset-password', search: { step: next }, replace })}
    />
  );
}
