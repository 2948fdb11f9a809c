import type { Document } from '@perenne/contract/documents';
import { getAttestation, verifyIntegrity } from '@perenne/contract/proofs';
import { IconCertificate, IconCopy, IconShieldCheck } from '../../../ui/icons.ts';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useTranslations } from 'use-intl';
import { call, request } from '../../../lib/call.ts';
import { saveFile } from '../../../lib/download.ts';
import { useErrorMessage } from '../../../lib/error-message.ts';
import { useFormats } from '../../../lib/formats.ts';
import { Alert } from '../../../ui/alert.tsx';
import { Button } from '../../../ui/button.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { useNotify } from '../../../ui/notifications.tsx';
import { fileNameOf } from '../../../lib/file-name.ts';
import panel from './details-panel.module.css';
import css from './integrity.module.css';

const icon = { size: 19, stroke: 1.75, 'aria-hidden': true } as const;

/** The digest of the deposit, its check against what is stored now, and the attestation. */
export function Integrity({ document: { id, sha256 } }: { document: Document }) {
  const t = useTranslations('details');
  const check = useMutation({ mutationFn: () => call(verifyIntegrity, { params: { id } }) });
  const attest = useAttestation(id);
  const verdict = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (check.isSuccess || check.isError) verdict.current?.scrollIntoView({ block: 'nearest' });
  }, [check.isSuccess, check.isError]);
  return (
    <section className={panel.section} aria-label={t('proof')}>
      <h4>{t('proof')}</h4>
      <Digest sha256={sha256} />
      <div className={css.actions}>
        <Button isPending={check.isPending} onPress={() => check.mutate()}>
          <IconShieldCheck {...icon} />
          {t('verify')}
        </Button>
        <Button isPending={attest.isPending} onPress={() => attest.mutate()}>
          <IconCertificate {...icon} />
          {t('attestation')}
        </Button>
      </div>
      <output className="sr">{check.isPending && t('verifying')}</output>
      <div ref={verdict}>
        <Verdict check={check} />
      </div>
      <p className={panel.text}>{t('proofHint')}</p>
    </section>
  );
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

function Digest({ sha256 }: { sha256: string }) {
  const t = useTranslations('details');
  const notify = useNotify();
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(sha256);
      notify({ text: t('digestCopied') });
    } catch (error) {
      if (!(error instanceof DOMException)) throw error;
      notify({ type: 'warning', text: t('digestNotCopied') });
    }
  };
  return (
    <div className={css.digest}>
      <div>
        <p className={css.label}>{t('digest')}</p>
        <code>{sha256}</code>
      </div>
      <IconButton label={t('copyDigest')} onPress={() => void copy()}>
        <IconCopy {...icon} />
      </IconButton>
    </div>
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
