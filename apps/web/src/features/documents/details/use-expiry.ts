import { type Document, getDocument, listDocuments, patchDocument } from '@perenne/contract/documents';
import { listExpiring } from '@perenne/contract/identity-papers';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { isApiError } from '../../../lib/api/api-error.ts';
import { today } from '../../../lib/i18n/calendar-day.ts';
import { call } from '../../../lib/api/call.ts';
import { focusLater } from '../../../lib/browser/catch-focus.ts';
import { endpointQuery } from '../../../lib/api/endpoint-query.ts';
import { useErrorMessage } from '../../../lib/api/error-message.ts';
import { useNotify } from '../../../ui/feedback/notifications.tsx';
import { showChange } from '../state/document-cache.ts';
import { showCurrent } from './show-current.ts';

/**
 * Sets until when a paper is good (`YYYY-MM-DD`), or takes that away. If another window has set something else
 * meanwhile, nothing is changed, and its day is shown.
 */
export function useExpiry({ id, expiresOn: seen }: Document) {
  const queries = useQueryClient();
  const notify = useNotify();
  const errorMessage = useErrorMessage();
  const t = useTranslations('papers');
  return useMutation({
    mutationFn: (expiresOn: string | null) =>
      call(patchDocument, { params: { id }, body: { expiresOn, formerly: { expiresOn: seen ?? null } } }),
    onSuccess: async ({ expiresOn, extendedUntil }) => {
      showChange(queries, id, { expiresOn, extendedUntil });
      notify({ text: t(outcomeOf(expiresOn)) });
      await Promise.all([
        queries.invalidateQueries({ queryKey: [listExpiring.id] }),
        queries.invalidateQueries({ queryKey: [listDocuments.id], refetchType: 'none' }),
      ]);
    },
    onError: async (error) => {
      notify({ type: 'error', text: errorMessage(error) });
      if (isApiError(error, 'ModifiedElsewhere')) await showCurrent(queries, id);
    },
  });
}

/** No reminder follows a date that is past. */
function outcomeOf(expiresOn: string | undefined): 'dateKept' | 'dateKeptOver' | 'dateRemoved' {
  if (!expiresOn) return 'dateRemoved';
  return expiresOn < today() ? 'dateKeptOver' : 'dateKept';
}

/** Until when a paper is good by its own text, while its owner has not said it: a proposal. */
export function useReadExpiry({ id, can, expiresOn }: Document): string | undefined {
  const isUnsaid = can.setExpiry && expiresOn === undefined;
  const { data } = useQuery({ ...endpointQuery(getDocument, { params: { id } }), enabled: isUnsaid });
  return isUnsaid ? data?.readExpiresOn : undefined;
}

/** The button that was pressed has gone, with the element around it. */
export const focusExpiry = (): void =>
  focusLater(
    () => document.querySelector<HTMLElement>('[data-expiry] button') ?? document.querySelector('[data-details]'),
  );
