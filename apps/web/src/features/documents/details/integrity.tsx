import type { Document } from '@perenne/contract/documents';
import { getAttestation, verifyIntegrity } from '@perenne/contract/proofs';
import { useMutation } from '@tanstack/react-query';
import { type RefObject, useEffect, useRef } from 'react';
import { useTranslations } from 'use-intl';
import { call, request } from '../../../lib/api/call.ts';
import { saveFile } from '../../../lib/browser/download.ts';
import { useErrorMessage } from '../../../lib/api/error-message.ts';
import { fileNameOf } from '../../../lib/browser/file-name.ts';
import { useFormats } from '../../../lib/i18n/formats.ts';
import { Alert } from '../../../ui/feedback/alert.tsx';
import { Button } from '../../../ui/buttons/button.tsx';
import { Digest } from '../../../ui/layout/digest.tsx';
import { IconCertificate, IconFileCheck, IconShieldCheck } from '../../../ui/buttons/icons.ts';
import { useNotify } from '../../../ui/feedback/notifications.tsx';
import panel from './details-panel.module.css';
import css from './integrity.module.css';
import { ProofOutcome, useProof } from './proof.tsx';

const icon = { size: 19, stroke: 1.75, 'aria-hidden': true } as const;

/** The digest of the deposit, its check against what is stored now, the attestation and the proof. */
export function Integrity({ document }: { document: Document }) {
  const t = useTranslations('details');
  const { id, sha256 } = document;
  const check = useMutation({ mutationFn: () => call(verifyIntegrity, { params: { id } }) });
  const attest = useAttestation(id);
  const proof = useProof(document);
  const verdict = useShownOnEnd(!check.isIdle && !check.isPending);
  const outcome = useShownOnEnd(!proof.isIdle && !proof.isPending);
  return (
    <section className={panel.section} aria-label={t('proof')}>
      <h4>{t('proof')}</h4>
      <Digest label={t('digest')} value={sha256} />
      <div className={css.actions}>
        <Button isPending={check.isPending} onPress={() => check.mutate()}>
          <IconShieldCheck {...icon} />
          {t('verify')}
        </Button>
        <div ref={verdict} className={css.outcome}>
          <Verdict check={check} />
        </div>
        <Button isPending={attest.isPending} onPress={() => attest.mutate()}>
          <IconCertificate {...icon} />
          {t('attestation')}
        </Button>
        <Button isPending={proof.isPending} onPress={() => proof.mutate()}>
          <IconFileCheck {...icon} />
          {t('downloadProof')}
        </Button>
        <div ref={outcome} className={css.outcome}>
          <ProofOutcome checkpoint={proof.data} error={proof.error} />
        </div>
      </div>
      <output className="sr">{check.isPending && t('verifying')}</output>
      <p className={panel.text}>
        {t('proofHint')}{' '}
        <a href="/verifier.html" target="_blank" rel="noreferrer" className={css.verifier}>
          {t('checkProof')}
        </a>
      </p>
    </section>
  );
}

/** An outcome that appears in an element of the panel comes into sight. */
function useShownOnEnd(hasEnded: boolean): RefObject<HTMLDivElement | null> {
  const element = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (hasEnded) element.current?.scrollIntoView({ block: 'nearest' });
  }, [hasEnded]);
  return element;
}

function Verdict({ check }: { check: { data?: { intact: boolean; verifiedAt: string } | undefined; error: unknown } }) {
  const t = useTranslations('details');
  const formats = useFormats();
  const errorMessage = useErrorMessage();
  if (check.error)
    return (
      <Alert tone="warning" isLive title={t('notVerified')}>
        {errorMessage(check.error)}
      </Alert>
    );
  if (!check.data) return null;
  const { intact, verifiedAt } = check.data;
  return (
    <Alert tone={intact ? 'success' : 'danger'} isLive title={t(intact ? 'intact' : 'altered')}>
      {t(intact ? 'intactText' : 'alteredText', { date: formats.dateTime(verifiedAt) })}
    </Alert>
  );
}

/** In the language of the page; the server made it for this moment. */
function useAttestation(id: string) {
  const notify = useNotify();
  const errorMessage = useErrorMessage();
  return useMutation({
    mutationFn: async () => {
      const answer = await request(getAttestation, { params: { id } });
      saveFile(await answer.blob(), fileNameOf(answer.headers.get('Content-Disposition')) ?? 'attestation.pdf');
    },
    onError: (error) => notify({ type: 'error', text: errorMessage(error) }),
  });
}
