import { deleteExport } from '@perenne/contract/exports';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useArchiveDownloads } from '../../lib/browser/archive-downloads.ts';
import { isApiError } from '../../lib/api/api-error.ts';
import { call } from '../../lib/api/call.ts';
import { catchFocus } from '../../lib/browser/catch-focus.ts';
import { useErrorMessage } from '../../lib/api/error-message.ts';
import { ConfirmDialog } from '../../ui/overlays/confirm-dialog.tsx';
import { useNotify } from '../../ui/feedback/notifications.tsx';
import { refreshExports } from './export-queries.ts';

interface DeleteExportProps {
  id: string;
  title: string;
  confirmLabel: string;
  cancelLabel?: string;
  doneText: string;
  onClose: () => void;
  children: ReactNode;
}

/** Asks before an export is ended or removed. */
export function DeleteExport({ id, doneText, onClose, children, ...words }: DeleteExportProps) {
  const queries = useQueryClient();
  const downloads = useArchiveDownloads();
  const notify = useNotify();
  const errorMessage = useErrorMessage('exports');
  const remove = useMutation({
    mutationFn: () => call(deleteExport, { params: { id } }).catch(ignoreGone),
    onSuccess: async () => {
      downloads.cancel(id);
      await refreshExports(queries);
      notify({ text: doneText });
      onClose();
      catchFocus(() => null);
    },
  });
  return (
    <ConfirmDialog
      {...words}
      isDanger
      isPending={remove.isPending}
      errorMessage={remove.error ? errorMessage(remove.error) : undefined}
      onConfirm={() => remove.mutate()}
      onClose={onClose}
    >
      {children}
    </ConfirmDialog>
  );
}

/** Another window, or the end of its seven days, was faster: it is gone as it should be. */
function ignoreGone(error: unknown): void {
  if (!isApiError(error, 'SafeboxExportNotFound')) throw error;
}
