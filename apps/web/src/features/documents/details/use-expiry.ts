import { type Document, listDocuments, patchDocument } from '@perenne/contract/documents';
import { listExpiring } from '@perenne/contract/identity-papers';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { call } from '../../../lib/call.ts';
import { useErrorMessage } from '../../../lib/error-message.ts';
import { useNotify } from '../../../ui/notifications.tsx';
import { showChange } from '../document-cache.ts';

/** Says until when a paper is good (`YYYY-MM-DD`), or takes that away. */
export function useExpiry({ id }: Document) {
  const queries = useQueryClient();
  const notify = useNotify();
  const errorMessage = useErrorMessage();
  const t = useTranslations('papers');
  return useMutation({
    mutationFn: (expiresOn: string | null) => call(patchDocument, { params: { id }, body: { expiresOn } }),
    onSuccess: async ({ expiresOn, extendedUntil }) => {
      showChange(queries, id, { expiresOn, extendedUntil });
      notify({ text: t(expiresOn ? 'dateKept' : 'dateRemoved') });
      await Promise.all([
        queries.invalidateQueries({ queryKey: [listExpiring.id] }),
        queries.invalidateQueries({ queryKey: [listDocuments.id], refetchType: 'none' }),
      ]);
    },
    onError: (error) => notify({ type: 'error', text: errorMessage(error) }),
  });
}
