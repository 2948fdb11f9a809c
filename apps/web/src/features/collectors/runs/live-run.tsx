import type { Collector } from '@perenne/contract/collectors';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useMachine } from '@xstate/react';
import { type ReactNode, useEffect, useLayoutEffect, useRef } from 'react';
import { useTranslations } from 'use-intl';
import { useOnline } from '../../../lib/browser/use-online.ts';
import { Alert } from '../../../ui/feedback/alert.tsx';
import { Button, buttonClass } from '../../../ui/buttons/button.tsx';
import { ModalActions } from '../../../ui/overlays/modal.tsx';
import { ProgressBar } from '../../../ui/feedback/progress-bar.tsx';
import type { MendingDialog } from '../alerts/alerts.ts';
import { CollectorAlert } from '../alerts/collector-alert.tsx';
import { lastRunQuery } from '../collector-queries.ts';
import { CodeForm } from './code-form.tsx';
import css from '../collectors.module.css';
import { runMachine } from './run-machine.ts';
import { SkippedList } from './skipped-list.tsx';
import { useAlert, useAlertTitle } from '../alerts/use-alert.ts';
import { useWhen } from '../use-when.ts';

interface LiveRunProps {
  /** As in the list, which is read again each second; undefined once it is gone. */
  collector: Collector | undefined;
  /** The last attempt to read the list has failed. */
  isLost: boolean;
  onMend: (mending: MendingDialog) => void;
  onClose: () => void;
}

/** A synchronisation as it goes on: what has come, the code that is asked for, and how it ends. */
export function LiveRun({ collector, isLost, onMend, onClose }: LiveRunProps) {
  const t = useTranslations('collectors');
  const isOnline = useOnline();
  const [{ value: state }, send] = useMachine(runMachine);
  useEffect(() => send({ type: 'SEEN', collector }), [send, collector]);
  const frame = useFocusThatStays();
  const close = <Button onPress={onClose}>{t('run.close')}</Button>;
  if (!collector || state === 'gone')
    return (
      <>
        <p>{t('run.gone')}</p>
        <ModalActions>{close}</ModalActions>
      </>
    );
  const { name } = collector.agent;
  const beginning = collector.waitsForTurn ? t('run.waiting') : t('run.starting', { name });
  const isWorking = state === 'working' || state === 'checking';
  return (
    <div ref={frame} tabIndex={-1} className={css.run}>
      {isWorking && <Working collector={collector} isChecking={state === 'checking'} />}
      {state === 'asking' && <CodeForm collector={collector} onGiven={() => send({ type: 'GIVEN' })} close={close} />}
      {state === 'late' && <CollectorAlert collector={collector} onMend={() => undefined} />}
      {state === 'ended' && <Outcome collector={collector} onMend={onMend} />}
      {(isLost || !isOnline) && <Alert tone="warning">{t('lost')}</Alert>}
      {isWorking && <p className={css.hint}>{t(collector.waitsForTurn ? 'run.leaveWaiting' : 'run.leave')}</p>}
      {state !== 'asking' && (
        <ModalActions>
          {close}
          {state === 'ended' && collector.newDocuments > 0 && (
            <Link
              to="/documents/{-$folderId}"
              search={{ by: 'collector', origin: collector.id }}
              className={buttonClass('primary')}
            >
              {t('run.seeDocuments')}
            </Link>
          )}
        </ModalActions>
      )}
      <Spoken>{state === 'checking' ? t('run.checking') : isWorking ? beginning : null}</Spoken>
      {state === 'ended' && <SpokenOutcome collector={collector} />}
    </div>
  );
}

function Working({ collector, isChecking }: { collector: Collector; isChecking: boolean }) {
  const t = useTranslations('collectors');
  const { newDocuments: count, agent, waitsForTurn } = collector;
  if (waitsForTurn) return <p>{t('run.waiting')}</p>;
  if (count > 0) return <ProgressBar label={t('run.coming', { count })} />;
  return <ProgressBar label={isChecking ? t('run.checking') : t('run.starting', { name: agent.name })} />;
}

function Outcome({ collector, onMend }: Pick<LiveRunProps, 'onMend'> & { collector: Collector }) {
  const t = useTranslations('collectors');
  const when = useWhen();
  const shown = useAlert(collector);
  const { data } = useQuery(lastRunQuery(collector));
  const { newDocuments: count, status } = collector;
  const next = when.nextInSentence(collector);
  const skipped = data?.items[0]?.skipped ?? [];
  const words = { when: next ?? '' };
  return (
    <>
      {shown && <CollectorAlert collector={collector} onMend={onMend} />}
      {!shown && status === 'DISABLED' && (
        <Alert tone="info" title={t('run.stopped')}>
          {t('run.stoppedText')}
        </Alert>
      )}
      {!shown && status === 'ENABLED' && (
        <Alert tone={count > 0 ? 'success' : 'info'} title={count > 0 ? t('run.done', { count }) : t('run.none')}>
          {next && (count > 0 ? t('run.doneText', words) : t('run.noneText', words))}
        </Alert>
      )}
      {skipped.length > 0 && <SkippedList skipped={skipped} />}
    </>
  );
}

/** Read out to who does not look, while the dialog covers the page. */
const Spoken = ({ children }: { children: ReactNode }) => <output className="sr">{children}</output>;

function SpokenOutcome({ collector }: { collector: Collector }) {
  const t = useTranslations('collectors');
  const titleOf = useAlertTitle();
  const shown = useAlert(collector);
  const { newDocuments: count, status } = collector;
  if (shown) return <Spoken>{titleOf(collector, shown)}</Spoken>;
  if (status === 'DISABLED') return <Spoken>{t('run.stopped')}</Spoken>;
  return <Spoken>{count > 0 ? t('run.done', { count }) : t('run.none')}</Spoken>;
}

/** The focused element may leave with its state: the focus stays in the dialog. */
function useFocusThatStays() {
  const frame = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const dialog = frame.current?.closest('[role="dialog"]');
    if (dialog && !dialog.contains(document.activeElement)) frame.current?.focus({ preventScroll: true });
  });
  return frame;
}
