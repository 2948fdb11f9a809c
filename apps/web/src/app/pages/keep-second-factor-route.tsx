import { KeepSecondFactorPage } from '../../features/identity/keep-second-factor/keep-second-factor-page.tsx';
import { useLinkToken } from './use-link-token.ts';

export const KeepSecondFactorRoute = () => <KeepSecondFactorPage token={useLinkToken('/keep-second-factor')} />;
