import type { Collector } from '@perenne/contract/collectors';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useEffect, useRef } from 'react';
import { useTranslations } from 'use-intl';
import { isSynchronising } from '../../lib/documents/collector-queries.ts';
import { Badge, type Tone } from '../../ui/layout/badge.tsx';
import { Button } from '../../ui/buttons/button.tsx';
import { cardClass } from '../../ui/layout/card.tsx';
import { classNames } from '../../ui/buttons/class-names.ts';
import { ProgressBar } from '../../ui/feedback/progress-bar.tsx';
import { AgentLogo } from './agent-logo.tsx';
import { CollectorAlert } from './alerts/collector-alert.tsx';
import type { Asked } from './collector-list.tsx';
import { CollectorMenu } from './collector-menu.tsx';
import { lastRunQuery } from './collector-queries.ts';
import css from './collectors.module.css';
import { useWhen } from './use-when.ts';

interface CollectorItemProps {
  collector: Collector;
  isShown: boolean;
  onAsk: (to: Asked) => void;
}

/** An account that is connected: how it is doing, what has come of it, and what there is to do. */
export function CollectorItem({ collector, isShown, onAsk }: CollectorItemProps) {
  const item = useRef<HTMLLIElement>(null);
  useEffect(() => {
    if (isShown) item.current?.scrollIntoView({ block: 'center' });
  }, [isShown]);
  const { agent, accountName } = collector;
  return (
    <li
      ref={item}
      data-collector={collector.id}
      className={classNames(cardClass, css.item)}
      data-shown={isShown || undefined}
    >
      <div className={css.head}>
        <AgentLogo logo={agent.logo} />
        <div className={css.names}>
          <h2>{accountName}</h2>
          {agent.name !== accountName && <p className={css.hint}>{agent.name}</p>}
        </div>
        <StateBadge collector={collector} />
        <CollectorMenu collector={collector} onAsk={onAsk} />
      </div>
      <Facts collector={collector} />
      {isSynchronising(collector) && !collector.mfa && <Live collector={collector} />}
      <CollectorAlert collector={collector} onMend={onAsk} />
      <Quiet collector={collector} onAsk={onAsk} />
    </li>
  );
}

type State = 'ENABLED' | 'SYNCHRONIZING' | 'BLOCKED' | 'DISABLED' | 'code' | 'retry' | 'waiting';
const tones: Record<State, Tone> = {
  ...{ ENABLED: 'success', SYNCHRONIZING: 'info', BLOCKED: 'danger', DISABLED: 'neutral' },
  ...{ code: 'warning', retry: 'warning', waiting: 'neutral' },
};

function stateOf({ status, agent, mfa, alert, waitsForTurn }: Collector): State {
  if (mfa) return 'code';
  if (waitsForTurn) return 'waiting';
  const isRetried = alert?.code === 'AGENT_UNAVAILABLE' || alert?.code === 'TECHNICAL_ERROR';
  return status === 'ENABLED' && isRetried && agent.status !== 'ZOMBIE' ? 'retry' : status;
}

function StateBadge({ collector }: { collector: Collector }) {
  const t = useTranslations('collectors.state');
  const state = stateOf(collector);
  return <Badge tone={tones[state]}>{t(state)}</Badge>;
}

function Facts({ collector }: { collector: Collector }) {
  const t = useTranslations('collectors');
  const when = useWhen();
  const { id, lastSynchronisationAt: last, collectedDocuments, accountName } = collector;
  const withoutNext = collector.waitsForTurn ? 'nextWaits' : isSynchronising(collector) ? 'underWay' : 'noNext';
  return (
    <dl className={css.facts}>
      <Fact name={t('last')}>{last ? when.alone(last) : t('never')}</Fact>
      <Fact name={t('next')}>{when.nextAlone(collector) ?? t(withoutNext)}</Fact>
      <Fact name={t('collected')}>
        {collectedDocuments > 0 ? (
          <Link
            to="/documents/{-$folderId}"
            search={{ by: 'collector', origin: id }}
            aria-label={t('seeCollectedOf', { count: collectedDocuments, name: accountName })}
          >
            {collectedDocuments}
          </Link>
        ) : (
          0
        )}
      </Fact>
    </dl>
  );
}

const Fact = ({ name, children }: { name: string; children: ReactNode }) => (
  <div>
    <dt>{name}</dt>
    <dd className="num">{children}</dd>
  </div>
);

/** The run that is under way, which nobody has to wait for. */
function Live({ collector: { newDocuments: count, agent, waitsForTurn } }: { collector: Collector }) {
  const t = useTranslations('collectors.run');
  if (waitsForTurn) return <p className={css.hint}>{t('waiting')}</p>;
  return <ProgressBar label={count > 0 ? t('coming', { count }) : t('starting', { name: agent.name })} />;
}

/** News that need nobody: that nothing was new, and what the last run did not bring. */
function Quiet({ collector, onAsk }: Pick<CollectorItemProps, 'collector' | 'onAsk'>) {
  const t = useTranslations('collectors');
  const { lastSynchronisationAt, alert, accountName: name } = collector;
  const hasEnded = lastSynchronisationAt !== null && !isSynchronising(collector);
  const { data } = useQuery({ ...lastRunQuery(collector), enabled: hasEnded });
  const count = (hasEnded && data?.items[0]?.skipped.length) || 0;
  return (
    <>
      {alert?.code === 'NO_NEW_DOCUMENT' && <p className={css.hint}>{t('nothingNew')}</p>}
      {count > 0 && (
        <p className={css.skippedLine}>
          <span>{t('skippedCount', { count })}</span>
          <Button variant="quiet" aria-label={t('skippedShowNamed', { name })} onPress={() => onAsk('runs')}>
            {t('skippedShow')}
          </Button>
        </p>
      )}
    </>
  );
}
