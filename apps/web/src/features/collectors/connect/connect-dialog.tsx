import type { Collector } from '@perenne/contract/collectors';
import { useQuery } from '@tanstack/react-query';
import { useMachine } from '@xstate/react';
import { type ReactNode, useEffect, useRef } from 'react';
import { useTranslations } from 'use-intl';
import { collectorsQuery } from '../../../lib/documents/collector-queries.ts';
import { Modal } from '../../../ui/overlays/modal.tsx';
import { Stepper } from '../../../ui/layout/stepper.tsx';
import type { MendingDialog } from '../alerts/alerts.ts';
import css from '../collectors.module.css';
import { LiveRun } from '../runs/live-run.tsx';
import { AccountStep } from './account-step.tsx';
import { connectMachine, connectSteps } from './connect-machine.ts';
import { FilingStep } from './filing-step.tsx';
import { PartnerStep } from './partner-step.tsx';

interface ConnectDialogProps {
  /** The dialog that mends a collector takes the place of this one. */
  onMend: (collector: Collector, mending: MendingDialog) => void;
  onClose: () => void;
}

/** Connects an account at a partner, and watches its first synchronisation. */
export function ConnectDialog({ onMend, onClose }: ConnectDialogProps) {
  const t = useTranslations('newCollector');
  const [{ value: step, context }, send] = useMachine(connectMachine);
  const { agent, account, refusal, collectorId } = context;
  return (
    <Modal title={t('title')} onClose={onClose}>
      <div className={css.stepper}>
        <Stepper steps={connectSteps.map((name) => t(`steps.${name}`))} current={connectSteps.indexOf(step)} />
      </div>
      <Step key={step} isFirst={step === 'partner' && agent === null}>
        {step === 'partner' && <PartnerStep onChoose={(chosen) => send({ type: 'CHOSEN', agent: chosen })} />}
        {step === 'account' && agent && (
          <AccountStep
            agent={agent}
            account={account}
            refusal={refusal}
            onBack={() => send({ type: 'BACK' })}
            onDone={(typed) => send({ type: 'TYPED', account: typed })}
          />
        )}
        {step === 'filing' && agent && account && (
          <FilingStep
            agent={agent}
            account={account}
            onBack={() => send({ type: 'BACK' })}
            onRefused={(error) => send({ type: 'REFUSED', error })}
            onCreated={({ id }) => send({ type: 'CREATED', collectorId: id })}
          />
        )}
        {step === 'watching' && collectorId && <Watching id={collectorId} onMend={onMend} onClose={onClose} />}
      </Step>
    </Modal>
  );
}

/** A new step takes the focus, unless a field of it has. */
function Step({ isFirst, children }: { isFirst: boolean; children: ReactNode }) {
  const frame = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const element = frame.current;
    if (!isFirst && element && !element.contains(document.activeElement)) element.focus({ preventScroll: true });
  }, [isFirst]);
  return (
    <div ref={frame} tabIndex={-1} className={css.step}>
      {children}
    </div>
  );
}

function Watching({ id, onMend, onClose }: ConnectDialogProps & { id: string }) {
  // The page below reads the list again each second.
  const { data, isError } = useQuery(collectorsQuery);
  const collector = data?.items.find((one) => one.id === id);
  return (
    <LiveRun
      collector={collector}
      isLost={isError}
      onMend={(mending) => collector && onMend(collector, mending)}
      onClose={onClose}
    />
  );
}
