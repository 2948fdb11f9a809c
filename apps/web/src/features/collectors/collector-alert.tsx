import type { Collector } from '@perenne/contract/collectors';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useTranslations } from 'use-intl';
import { useFormats } from '../../lib/i18n/formats.ts';
import { Alert } from '../../ui/feedback/alert.tsx';
import { Button, buttonClass } from '../../ui/buttons/button.tsx';
import { isOpen, type Mending, type MendingDialog, describeAlert, type ShownAlert } from './alerts.ts';
import { catchFocusInItem } from './catch-focus-in-item.ts';
import { useChangeState, useResendCode } from './collector-actions.ts';
import { lastRunQuery } from './collector-queries.ts';
import { useWhen } from './use-when.ts';

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
  const shown = useAlert(collector);
  const { alert, agent } = collector;
  // Words that promise another try do not hold there.
  const isOver = agent.status === 'ZOMBIE' && collector.status === 'ENABLED';
  if (!shown || !alert || isOver) return !isOpen(collector) && <ClosedAgent collector={collector} />;
  const { name } = agent;
  const { words, tone, mending } = shown;
  const values = {
    name,
    since: formats.dayAndMonthLong(alert.since),
    when: when.nextInSentence(collector) ?? '',
  };
  return (
    <Alert
      tone={tone}
      title={t(`alert.${words}`, { name })}
      actions={mending && <MendAction collector={collector} shown={{ ...shown, mending }} onMend={onMend} />}
    >
      {t(`alertText.${words}`, values)}
    </Alert>
  );
}

/** The words of a collector's alert, if it has one that counts. */
export function useAlert(collector: Collector): ShownAlert | null {
  const mayBeFull = collector.alert?.code === 'TECHNICAL_ERROR';
  const { data } = useQuery({ ...lastRunQuery(collector), enabled: mayBeFull });
  const isFull = mayBeFull && data?.items[0]?.skipped.some(({ code }) => code === 'UserSpaceStorageFull') === true;
  return describeAlert(collector, isFull);
}

interface MendActionProps extends CollectorAlertProps {
  shown: ShownAlert & { mending: Mending };
}

function MendAction({ collector, shown: { words, mending }, onMend }: MendActionProps) {
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

function ClosedAgent({ collector }: { collector: Collector }) {
  const t = useTranslations('collectors');
  const { name, status } = collector.agent;
  if (status === 'RUNNING' || status === 'UNKNOWN') return null;
  const text = collector.status === 'DISABLED' ? t('agent.deactivatedText') : t('agent.unavailableText');
  return (
    <Alert tone="info" title={t(`agent.${status}`, { name })}>
      {status === 'ZOMBIE' ? t('agent.zombieText', { name }) : text}
    </Alert>
  );
}
