import { useBlocker } from '@tanstack/react-router';
import { useTranslations } from 'use-intl';
import { ConfirmDialog } from '../../ui/overlays/confirm-dialog.tsx';

/** Asks before what was typed is lost, here and by the browser itself. A session that has ended does not wait. */
export function UnsavedChanges({ isDirty }: { isDirty: boolean }) {
  const t = useTranslations('profile');
  const { status, proceed, reset } = useBlocker({
    shouldBlockFn: ({ next }) => isDirty && next.pathname !== '/login',
    enableBeforeUnload: () => isDirty,
    withResolver: true,
  });
  if (status !== 'blocked') return null;
  return (
    <ConfirmDialog
      title={t('leaveTitle')}
      confirmLabel={t('leave')}
      cancelLabel={t('stay')}
      onConfirm={proceed}
      onClose={reset}
    >
      <p>{t('leaveText')}</p>
    </ConfirmDialog>
  );
}
