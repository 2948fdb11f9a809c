import {
  type Document,
  type DocumentType,
  listDocuments,
  ownerTypes,
  patchDocument,
} from '@perenne/contract/documents';
import { listExpiring } from '@perenne/contract/identity-papers';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { isApiError } from '../../../lib/api/api-error.ts';
import { call } from '../../../lib/api/call.ts';
import { useErrorMessage } from '../../../lib/api/error-message.ts';
import { Alert } from '../../../ui/feedback/alert.tsx';
import { Button } from '../../../ui/buttons/button.tsx';
import { Modal, ModalActions } from '../../../ui/overlays/modal.tsx';
import { useNotify } from '../../../ui/feedback/notifications.tsx';
import { Select } from '../../../ui/fields/select.tsx';
import { showChange } from '../state/document-cache.ts';
import { showCurrent } from './show-current.ts';

export function TypeDialog({ document, onClose }: { document: Document; onClose: () => void }) {
  const t = useTranslations('details');
  const ui = useTranslations('ui');
  const documents = useTranslations('documents');
  const errorMessage = useErrorMessage();
  const [type, setType] = useState(document.type);
  const change = useTypeChange(document);
  const submit = () => (type === document.type ? onClose() : change.mutate(type, { onSuccess: onClose }));
  return (
    <Modal title={t('typeTitle')} onClose={onClose} size="small">
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
      >
        {change.isError && (
          <Alert tone="warning" isLive>
            {errorMessage(change.error)}
          </Alert>
        )}
        <Select
          label={t('type')}
          options={ownerTypes.map((id) => ({ id, label: documents(`types.${id}`) }))}
          value={type}
          onChange={setType}
        />
        <ModalActions>
          <Button onPress={onClose}>{ui('cancel')}</Button>
          <Button type="submit" variant="primary" isPending={change.isPending}>
            {t('saveType')}
          </Button>
        </ModalActions>
      </form>
    </Modal>
  );
}

/** If another window has chosen another type meanwhile, nothing is changed, and that one is shown. */
function useTypeChange({ id, type: seen }: Document) {
  const queries = useQueryClient();
  const notify = useNotify();
  const t = useTranslations('details');
  return useMutation({
    mutationFn: (type: DocumentType) =>
      call(patchDocument, { params: { id }, body: { type, formerly: { type: seen } } }),
    onSuccess: async (changed) => {
      showChange(queries, id, { expiresOn: undefined, extendedUntil: undefined, ...changed });
      notify({ text: t('typeSaved') });
      await Promise.all([
        queries.invalidateQueries({ queryKey: [listExpiring.id] }),
        queries.invalidateQueries({ queryKey: [listDocuments.id], refetchType: 'none' }),
      ]);
    },
    onError: async (error) => {
      if (isApiError(error, 'ModifiedElsewhere')) await showCurrent(queries, id);
    },
  });
}
