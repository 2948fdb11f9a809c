import { useNavigate } from '@tanstack/react-router';
import { UndoEmailChangePage } from '../../features/identity/undo-email-change/undo-email-change-page.tsx';
import { useLinkToken } from './use-link-token.ts';

export function UndoEmailChangeRoute() {
  const navigate = useNavigate();
  return (
    <UndoEmailChangePage
      token={useLinkToken('/undo-email-change', { isKept: true })}
      onSettled={() => void navigate({ to: '/undo-email-change', state: {}, replace: true })}
    />
  );
}
