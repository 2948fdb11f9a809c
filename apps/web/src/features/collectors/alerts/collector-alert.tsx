import type { Collector } from '@perenne/contract/collectors';
import { Link } from '@tanstack/react-router';
import { useTranslations } from 'use-intl';
import { closureOf } from '../../../lib/documents/collector-queries.ts';
import { useFormats } from '../../../lib/i18n/formats.ts';
import { Alert } from '../../../ui/feedback/alert.tsx';
import { Button, buttonClass } from '../../../ui/buttons/button.tsx';
import { type Mending, type MendingDialog, type ShownAlert } from './alerts.ts';
import { catchFocusInItem } from '../catch-focus-in-item.ts';
import { useChangeState, useResendCode } from '../collector-actions.ts';
import { useAlert, useAlertTitle } from './use-alert.ts';
import { useWhen } from '../use-when.ts';

interface CollectorAlertProps {
  collector: Collector;
  /** Opens a dialog of the page. */
  onMend: (mending: MendingDialog) => void;
}

/** The problem of a collector, in plain words, with the one action that mends it. */
export function CollectorAlert({ collector, onMend }: CollectorAlertProps) {
  const t = useTranslations('collectors');
  const when = useWhen();
  const formats = useFormats();
  const titleOf = useAlertTitle();
  const shown = useAlert(collector);
  const { alert, agent } = collector;
  if (!shown || !alert || shown.words === 'over') return <ClosedAgent collector={collector} />;
  const { words, tone, mending, closure } = shown;
  const values = {
    name: agent.name,
    since: formats.dayAndMonthLong(alert.since),
    when: when.nextInSentence(collector) ?? '',
  };
  return (
    <Alert
      tone={tone}
      title={titleOf(collector, shown)}
      actions={mending && <MendAction collector={collector} words={words} mending={mending} onMend={onMend} />}
    >
      {closure ? t(`closedText.${closure}`, values) : t(`alertText.${words}`, values)}
    </Alert>
  );
}

interface MendActionProps extends CollectorAlertProps {
  words: Exclude<ShownAlert['words'], 'over'>;
  mending: Mending;
}

function MendAction({ collector, words, mending, onMend }: MendActionProps) {
  const t = useTranslations('collectors');
  const change = useChangeState(collector);
  const resend = useResendCode(collector, () => onMend('code'));
  const action = t(`mend.${words === 'wrongCode' ? 'MFA_REQUIRED' : words}`);
  const label = t('mendNamed', { action, name: collector.accountName });
  if (mending === 'makeRoom')
    return (
      <Link to="/documents/{-$folderId}" className={buttonClass('secondary')}>
        {action}
      </Link>
    );
  const press = () => {
    if (mending === 'credentials' || mending === 'code' || mending === 'delete') return onMend(mending);
    catchFocusInItem(collector.id);
    if (mending === 'resend') resend.mutate(undefined);
    else change.mutate(mending);
  };
  return (
    <Button aria-label={label} isPending={change.isPending || resend.isPending} onPress={press}>
      {action}
    </Button>
  );
}

/** Nothing is wrong with the collector itself: its partner is closed. */
function ClosedAgent({ collector }: { collector: Collector }) {
  const t = useTranslations('collectors');
  const closure = closureOf(collector);
  if (!closure) return null;
  const { name } = collector.agent;
  const text = collector.status === 'DISABLED' ? t('agent.deactivatedText') : t('agent.unavailableText');
  return (
    <Alert tone="info" title={t(`agent.${closure}`, { name })}>
      {closure === 'ZOMBIE' ? t('agent.zombieText', { name }) : text}
    </Alert>
  );
}
