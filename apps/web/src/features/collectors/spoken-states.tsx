import type { Collector } from '@perenne/contract/collectors';
import { useState } from 'react';
import { useTranslations } from 'use-intl';

/** The spoken state of a collector: a change of it is a change of what is said. */
const stateOf = ({ status, alert, mfa, waitsForTurn }: Collector): string =>
  `${status} ${alert?.code ?? ''} ${mfa ? 'code' : ''} ${waitsForTurn ? 'waits' : ''}`;

type States = Readonly<Record<string, string>>;
const statesOf = (collectors: readonly Collector[]): States =>
  Object.fromEntries(collectors.map((collector) => [collector.id, stateOf(collector)]));

/** For people who do not look: what changes while the page is open, and nothing of how it was before. */
export function SpokenStates({ collectors }: { collectors: readonly Collector[] | undefined }) {
  const t = useTranslations('collectors');
  const [known, setKnown] = useState<States>();
  const [spokenIds, setSpokenIds] = useState<readonly string[]>([]);
  const states = collectors && statesOf(collectors);
  if (collectors && states && JSON.stringify(states) !== JSON.stringify(known)) {
    const changed = known ? collectors.filter(({ id }) => known[id] !== states[id]) : [];
    if (changed.length > 0) setSpokenIds(changed.map(({ id }) => id));
    setKnown(states);
  }
  const say = (collector: Collector): string => {
    const { accountName: name, agent, status, alert, mfa, newDocuments: count, waitsForTurn } = collector;
    if (mfa) return t('spoken.code', { name });
    if (waitsForTurn) return t('spoken.waiting', { name });
    if (status === 'SYNCHRONIZING') return t('spoken.begun', { name });
    if (status === 'DISABLED') return t('deactivated', { name });
    if (alert && alert.code !== 'NO_NEW_DOCUMENT')
      return t('spoken.alert', { name, alert: t(`alert.${alert.code}`, { name: agent.name }) });
    return t('spoken.done', { name, count });
  };
  const spoken = collectors?.filter(({ id }) => spokenIds.includes(id)) ?? [];
  return <output className="sr">{spoken.map(say).join(' ')}</output>;
}
