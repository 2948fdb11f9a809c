import {
  createDocumentRequest,
  deleteDocumentRequest,
  type DocumentRequest,
  listDocumentRequests,
  makeDocumentRequestLink,
} from '@perenne/contract/document-requests';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { call, type CallInput } from '../../../lib/api/call.ts';
import { creationHeaders, makeDraftId } from '../../../lib/api/creation-key.ts';
import { useErrorMessage } from '../../../lib/api/error-message.ts';
import { useSingleMutation } from '../../../lib/api/use-single-mutation.ts';
import { useNotify } from '../../../ui/feedback/notifications.tsx';

export type RequestBody = CallInput<typeof createDocumentRequest>['body'];

export function useCreateRequest() {
  const queries = useQueryClient();
  const notify = useNotify();
  const t = useTranslations('documentRequests');
  const [draftId] = useState(makeDraftId);
  return useSingleMutation({
    mutationFn: async (body: RequestBody) =>
      call(createDocumentRequest, { body, headers: await creationHeaders(draftId, body) }),
    onSuccess: ({ email }) => {
      notify({ text: email === null ? t('created') : t('createdByMail', { email }) });
      void queries.invalidateQueries({ queryKey: [listDocumentRequests.id] });
    },
  });
}

export function useRequestLink() {
  const queries = useQueryClient();
  const notify = useNotify();
  const errorMessage = useErrorMessage();
  return useMutation({
    mutationFn: (id: string) => call(makeDocumentRequestLink, { params: { id } }),
    onError: (error) => {
      notify({ type: 'error', text: errorMessage(error) });
      void queries.invalidateQueries({ queryKey: [listDocumentRequests.id] });
    },
  });
}

export function useEndRequest({ id, status }: DocumentRequest) {
  const queries = useQueryClient();
  const notify = useNotify();
  const t = useTranslations('documentRequests');
  return useMutation({
    mutationFn: () => call(deleteDocumentRequest, { params: { id } }),
    onSuccess: () => notify({ text: status === 'active' ? t('ended') : t('removed') }),
    onSettled: () => void queries.invalidateQueries({ queryKey: [listDocumentRequests.id] }),
  });
}
