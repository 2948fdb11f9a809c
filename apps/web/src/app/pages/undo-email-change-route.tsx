import { useLocation, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { UndoEmailChangePage } from '../../features/identity/undo-email-change/undo-email-change-page.tsx';

export function UndoEmailChangeRoute() {
  const { hash } = useLocation();
  const navigate = useNavigate();
  // Behind the #, so that it stays in the browser: no server, log or referrer sees it.
  const [token] = useState(() => new URLSearchParams(hash).get('token') ?? undefined);
  return (
    <UndoEmailChangePage
      token={token}
      onSettled={() => void navigate({ to: '/undo-email-change', hash: '', replace: true })}
    />
  );
}
