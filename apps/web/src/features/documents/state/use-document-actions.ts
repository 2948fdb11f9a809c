import { type Document, listDocuments, patchDocument } from '@perenne/contract/documents';
import { listCategories } from '@perenne/contract/places';
import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { call } from '../../../lib/api/call.ts';
import { unreadDocuments } from '../../../lib/documents/document-queries.ts';
import { downloadDocument } from '../../../lib/browser/download.ts';
import { useErrorMessage } from '../../../lib/api/error-message.ts';
import { useNotify } from '../../../ui/feedback/notifications.tsx';
import { showChange } from './document-cache.ts';

/** The counts of unread marks are asked again; the lists, which show the change already, when next opened. */
export async function refreshUnreadCounts(queries: QueryClient): Promise<void> {
  await Promise.all([
    queries.invalidateQueries({ queryKey: unreadDocuments.queryKey }),
    queries.invalidateQueries({ queryKey: [listCategories.id] }),
    queries.invalidateQueries({ queryKey: [listDocuments.id], refetchType: 'none' }),
  ]);
}

export function useDownload() {
  const queries = useQueryClient();
  const notify = useNotify();
  const errorMessage = useErrorMessage();
  return useMutation({
    mutationFn: (document: Document) => downloadDocument(document),
    onError: (error) => notify({ type: 'error', text: errorMessage(error) }),
    // Reading a content takes its unread mark away.
    onSuccess: async (_, { id, unread }) => {
      if (!unread) return;
      showChange(queries, id, { unread: false });
      await refreshUnreadCounts(queries);
    },
  });
}

/** Shown at once, put back if the server refuses. */
export function useMarkUnread() {
  const t = useTranslations('documents');
  const queries = useQueryClient();
  const notify = useNotify();
  const errorMessage = useErrorMessage();
  return useMutation({
    mutationFn: ({ id, unread }: Pick<Document, 'id' | 'unread'>) =>
      call(patchDocument, { params: { id }, body: { unread } }),
    onMutate: async ({ id, unread }) => {
      await queries.cancelQueries({ queryKey: [listDocuments.id] });
      showChange(queries, id, { unread });
    },
    onSuccess: (_, { unread }) => notify({ text: t(unread ? 'markedUnread' : 'markedRead'), group: 'unread' }),
    onError: (error, { id, unread }) => {
      // Only this mark: others may have changed since.
      showChange(queries, id, { unread: !unread });
      notify({ type: 'error', text: errorMessage(error) });
    },
    onSettled: () => refreshUnreadCounts(queries),
  });
}
