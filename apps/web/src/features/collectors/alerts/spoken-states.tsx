import type { Collector } from '@perenne/contract/collectors';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import type { ShownAlert } from './alerts.ts';
import { useAlerts, useAlertTitle } from './use-alert.ts';

/** The spoken state of a collector: a change of it is a change of what is said. */
const stateOf = ({ status, mfa, waitsForTurn }: Collector, shown: ShownAlert | null): string =>
  `${status} ${shown?.words ?? ''} ${shown?.closure ?? ''} ${mfa ? 'code' : ''} ${waitsForTurn ? 'waits' : ''}`;

type ById = Readonly<Record<string, string>>;

/** For people who do not look: what changes while the page is open, and nothing of how it was before. */
export function SpokenStates({ collectors }: { collectors: readonly Collector[] }) {
  const say = useSpokenState();
  const alerts = useAlerts(collectors);
  const [known, setKnown] = useState<ById>();
  const [spoken, setSpoken] = useState<ById>({});
  const shownOf = (index: number) => alerts[index]?.shown ?? null;
  const states = Object.fromEntries(collectors.map((one, index) => [one.id, stateOf(one, shownOf(index))]));
  // Words that may change in a moment wait for it, so that nothing is said twice.
  const isSettled = alerts.every(({ isPending }) => !isPending);
  if (isSettled && JSON.stringify(states) !== JSON.stringify(known)) {
    const changed = collectors.flatMap((one, index): [string, string][] =>
      known && known[one.id] !== states[one.id] ? [[one.id, say(one, shownOf(index))]] : [],
    );
    if (changed.length > 0) setSpoken(Object.fromEntries(changed));
    setKnown(states);
  }
  return (
    <output className="sr">
      {collectors
        .map(({ id }) => spoken[id])
        .filter(Boolean)
        .join(' ')}
    </output>
  );
}

/** How a collector is, in the words that the page shows of it. */
function useSpokenState(): (collector: Collector, shown: ShownAlert | null) => string {
  const t = useTranslations('collectors');
  const titleOf = useAlertTitle();
  return (collector, shown) => {
    const { accountName: name, agent, status, mfa, newDocuments: count, waitsForTurn } = collector;
    if (mfa) return t('spoken.code', { name });
    if (waitsForTurn) return t('spoken.waiting', { name });
    if (status === 'SYNCHRONIZING') return t('spoken.begun', { name });
    if (status === 'DISABLED') return t('deactivated', { name });
    if (!shown) return t('spoken.done', { name, count });
    const alert = titleOf(collector, shown);
    if (!shown.closure || shown.words === 'over') return t('spoken.alert', { name, alert });
    return t('spoken.closed', { name, alert, closed: t(`agent.${shown.closure}`, { name: agent.name }) });
  };
}
