import { useNavigate, useSearch } from '@tanstack/react-router';
import { LoginPage } from '../../features/identity/login-page.tsx';

export function LoginRoute() {
  const { next, reason } = useSearch({ from: '/open/login' });
  const navigate = useNavigate();
  return <LoginPage reason={reason} onSignedIn={() => void navigate({ href: next ?? '/home', replace: true })} />;
}
