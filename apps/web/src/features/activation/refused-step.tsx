import { getRefusalReceipt } from '@perenne/contract/activation';
import { IconDownload, IconMailbox } from '../../ui/icons.ts';
import { Link } from '@tanstack/react-router';
import { useTranslations } from 'use-intl';
import { request } from '../../lib/call.ts';
import { saveFile } from '../../lib/download.ts';
import { useFormats } from '../../lib/formats.ts';
import { Alert } from '../../ui/alert.tsx';
import { Button, buttonClass } from '../../ui/button.tsx';
import { PageHeading } from '../../ui/page-heading.tsx';
import { ActivationActor } from './activation-actor.ts';
import flow from '../../lib/flow/flow.module.css';
import css from './activation.module.css';
import { latestEffect } from './legal-dates.ts';
import { useActivationCall } from './use-activation-call.ts';

/** The refusal is dated; its receipt says until when the employer has to follow it. */
export function RefusedStep() {
  const t = useTranslations('activation');
  const formats = useFormats();
  const { send } = ActivationActor.useActorRef();
  const refusedOn = ActivationActor.useSelector((snapshot) => snapshot.context.refusedOn) ?? '';
  const { run, isPending, fault } = useActivationCall(async (fileName: string, token) => {
    const response = await request(getRefusalReceipt, { token });
    saveFile(await response.blob(), fileName);
  }, 'refusalToken');
  return (
    <div className={flow.done}>
      <div className={css.mark} aria-hidden>
        <IconMailbox size={48} stroke={1.6} />
      </div>
      <PageHeading
        title={t('refusedTitle')}
        subtitle={
          refusedOn &&
          t('refusedText', {
            date: formats.calendarDate(refusedOn),
            latest: formats.calendarDate(latestEffect(refusedOn)),
          })
        }
      />
      {fault && (
        <Alert tone="danger" isLive>
          {fault}
        </Alert>
      )}
      <Button variant="primary" isPending={isPending} onPress={() => void run(t('refusedFile', { date: refusedOn }))}>
        <IconDownload size={20} stroke={1.75} aria-hidden />
        {t('refusedReceipt')}
      </Button>
      <p className={css.note}>{t('refusedLater')}</p>
      <div className={css.doneWays}>
        <Button variant="quiet" onPress={() => send({ type: 'SHOW', step: 'delivery' })}>
          {t('refusedChange')}
        </Button>
        <Link to="/login" className={buttonClass('quiet')}>
          {t('refusedLeave')}
        </Link>
      </div>
    </div>
  );
}
