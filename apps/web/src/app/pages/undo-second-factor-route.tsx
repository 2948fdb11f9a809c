import { UndoSecondFactorPage } from '../../features/identity/undo-second-factor/undo-second-factor-page.tsx';
import { useLinkToken } from './use-link-token.ts';

export const UndoSecondFactorRoute = () => <UndoSecondFactorPage token={useLinkToken('/undo-second-factor')} />;
