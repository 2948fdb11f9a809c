import { UnlockAccountPage } from '../../features/identity/unlock-account/unlock-account-page.tsx';
import { useLinkToken } from './use-link-token.ts';

export const UnlockAccountRoute = () => <UnlockAccountPage token={useLinkToken('/unlock-account')} />;
