import type { Document } from '@perenne/contract/documents';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { downloadDocument } from '../../lib/browser/download.ts';
import { useErrorMessage } from '../../lib/api/error-message.ts';
import { useNotify } from '../../ui/feedback/notifications.tsx';

/** Downloads a document; a refusal is announced, and what shows unread marks is read again. */
export function useDownload() {
  const notify = useNotify();
  const errorMessage = useErrorMessage();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (document: Document) => downloadDocument(document),
    onError: (error) => notify({ type: 'error', text: errorMessage(error) }),
    onSuccess: () => queries.invalidateQueries({ queryKey: ['listDocuments'] }),
  });
}
