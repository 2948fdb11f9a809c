import { type Collector, deleteCollector } from '@perenne/contract/collectors';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { isApiError } from '../../lib/api/api-error.ts';
import { call } from '../../lib/api/call.ts';
import { catchFocus } from '../../lib/browser/catch-focus.ts';
import { refreshCollectors } from '../../lib/documents/collector-queries.ts';
import { refreshDocuments } from '../../lib/documents/document-queries.ts';
import { useErrorMessage } from '../../lib/api/error-message.ts';
import { useSingleMutation } from '../../lib/api/use-single-mutation.ts';
import { ChoiceCards } from '../../ui/fields/choice-cards.tsx';
import { ConfirmDialog } from '../../ui/overlays/confirm-dialog.tsx';
import { useNotify } from '../../ui/feedback/notifications.tsx';

type Fate = 'KEEP' | 'TRASH';

/** Ends a collector for good, and asks what becomes of what it brought. */
export function DeleteDialog({ collector, onClose }: { collector: Collector; onClose: () => void }) {
  const t = useTranslations('collectors');
  const queries = useQueryClient();
  const notify = useNotify();
  const errorMessage = useErrorMessage();
  const [documents, setDocuments] = useState<Fate>('KEEP');
  const { id, accountName: name, collectedDocuments: count } = collector;
  const remove = useSingleMutation({
    mutationFn: (fate: Fate) => call(deleteCollector, { params: { id }, body: { documents: fate } }).catch(ignoreGone),
    onSuccess: async (_, fate) => {
      await Promise.all([refreshCollectors(queries), refreshDocuments(queries)]);
      const words = count === 0 ? 'deleted' : fate === 'KEEP' ? 'deletedKept' : 'deletedTrashed';
      notify({ text: t(words, { name }), duration: 6_000 });
      onClose();
      catchFocus(() => null);
    },
  });
  return (
    <ConfirmDialog
      title={t('deleteTitle', { name })}
      confirmLabel={t('delete')}
      isDanger
      isPending={remove.isPending}
      errorMessage={remove.error ? errorMessage(remove.error) : undefined}
      onConfirm={() => remove.mutate(documents)}
      onClose={onClose}
    >
      <p>{t('deleteText', { name: collector.agent.name })}</p>
      {count > 0 && (
        <ChoiceCards
          label={t('deleteChoice')}
          choices={[
            { id: 'KEEP', title: t('keep'), text: t('keepText', { count }) },
            { id: 'TRASH', title: t('trash'), text: t('trashText') },
          ]}
          value={documents}
          onChange={setDocuments}
        />
      )}
    </ConfirmDialog>
  );
}

/** Another window was faster: it is gone as it should be. */
function ignoreGone(error: unknown): void {
  if (!isApiError(error, 'CollectorNotFound')) throw error;
}
