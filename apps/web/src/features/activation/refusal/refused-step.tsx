import { getRefusalReceipt } from '@perenne/contract/activation';
import { IconDownload, IconMailbox } from '../../../ui/buttons/icons.ts';
import { Link } from '@tanstack/react-router';
import { useTranslations } from 'use-intl';
import { request } from '../../../lib/api/call.ts';
import { saveFile } from '../../../lib/browser/download.ts';
import { useFormats } from '../../../lib/i18n/formats.ts';
import { Alert } from '../../../ui/feedback/alert.tsx';
import { Button, buttonClass } from '../../../ui/buttons/button.tsx';
import { PageHeading } from '../../../ui/layout/page-heading.tsx';
import { ActivationActor } from '../flow/activation-actor.ts';
import { forgetActivation } from '../flow/activation-snapshot.ts';
import flow from '../../../lib/sign-in/flow/flow.module.css';
import css from '../activation.module.css';
import { latestEffect } from '../flow/legal-dates.ts';
import { useActivationCall } from '../flow/use-activation-call.ts';

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
        <Link to="/login" className={buttonClass('quiet')} onClick={forgetActivation}>
          {t('refusedLeave')}
        </Link>
      </div>
    </div>
  );
}
