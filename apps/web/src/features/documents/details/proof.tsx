import type { Document } from '@perenne/contract/documents';
import { type DocumentProof, getDocumentProof } from '@perenne/contract/evidence';
import { useMutation } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { isApiError } from '../../../lib/api/api-error.ts';
import { request } from '../../../lib/api/call.ts';
import { saveFile } from '../../../lib/browser/download.ts';
import { useErrorMessage } from '../../../lib/api/error-message.ts';
import { useFormats } from '../../../lib/i18n/formats.ts';
import { Alert } from '../../../ui/feedback/alert.tsx';

type Checkpoint = DocumentProof['checkpoint'];

/** Downloads the proof of a document; gives the checkpoint that it leads to. */
export function useProof({ id, title }: Document) {
  const t = useTranslations('details');
  return useMutation({
    mutationFn: async (): Promise<Checkpoint> => {
      const answer = await request(getDocumentProof, { params: { id } });
      // As the server has written it, to the byte.
      const proof = await answer.text();
      saveFile(new Blob([proof], { type: 'application/json' }), t('proofFile', { title }));
      return (JSON.parse(proof) as DocumentProof).checkpoint;
    },
  });
}

/** The outcome of the proof that was asked for. */
export function ProofOutcome({ checkpoint, error }: { checkpoint: Checkpoint | undefined; error: Error | null }) {
  const t = useTranslations('details');
  const formats = useFormats();
  const errorMessage = useErrorMessage();
  if (error) {
    const isWaited = isApiError(error, 'ProofNotReady');
    const isDamaged = isApiError(error, 'DocumentDamaged');
    const title = isWaited ? 'proofNotReady' : isDamaged ? 'proofRefused' : 'proofFailed';
    return (
      <Alert tone={isWaited ? 'info' : 'danger'} isLive title={t(title)}>
        {errorMessage(error)}
      </Alert>
    );
  }
  if (!checkpoint) return null;
  const date = formats.dateTime(checkpoint.at);
  return (
    <Alert tone={checkpoint.timestamp ? 'success' : 'info'} isLive title={t('proofSaved')}>
      {t(checkpoint.timestamp ? 'proofStamped' : 'proofNotYetStamped', { date })}
    </Alert>
  );
}
