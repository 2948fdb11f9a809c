import { type Document, listDocuments, patchDocument } from '@perenne/contract/documents';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { call } from '../../../lib/api/call.ts';
import { useNotify } from '../../../ui/feedback/notifications.tsx';
import { showChange } from '../state/document-cache.ts';

interface Renaming extends Pick<Document, 'id' | 'title'> {
  /** The title that its owner had before the eyes: another window's is not undone unseen. */
  formerly: string;
}

/** Shown at once, put back if the server refuses. The caller says what went wrong. */
export function useRename() {
  const queries = useQueryClient();
  const notify = useNotify();
  const t = useTranslations('documents');
  return useMutation({
    mutationFn: ({ id, title, formerly }: Renaming) =>
      call(patchDocument, { params: { id }, body: { title, formerly: { title: formerly } } }),
    onMutate: async ({ id, title }) => {
      await queries.cancelQueries({ queryKey: [listDocuments.id] });
      showChange(queries, id, { title });
    },
    onError: (_error, { id, formerly }) => showChange(queries, id, { title: formerly }),
    onSuccess: (renamed) => {
      showChange(queries, renamed.id, renamed);
      notify({ text: t('renamed') });
    },
    // Its place among titles, or in a search, may be another.
    onSettled: () => queries.invalidateQueries({ queryKey: [listDocuments.id] }),
  });
}
