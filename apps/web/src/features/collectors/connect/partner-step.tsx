import type { Agent } from '@perenne/contract/collectors';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useLocale, useTranslations } from 'use-intl';
import { QueryState } from '../../../lib/api/query-state.tsx';
import { EmptyState } from '../../../ui/feedback/empty-state.tsx';
import { IconChevronRight, IconSearchOff } from '../../../ui/buttons/icons.ts';
import { SearchField } from '../../../ui/fields/search-field.tsx';
import { Select } from '../../../ui/fields/select.tsx';
import { Skeleton } from '../../../ui/feedback/skeleton.tsx';
import { AgentLogo } from '../agent-logo.tsx';
import { type AgentCategory, foundAgentsQuery } from '../collector-queries.ts';
import css from './partner-step.module.css';

const categories = [
  ...(['ENERGY', 'TELECOM', 'BANK', 'INSURANCE', 'PUBLIC', 'MAILBOX', 'STORAGE', 'OTHER'] as const),
] satisfies AgentCategory[];

export function PartnerStep({ onChoose }: { onChoose: (agent: Agent) => void }) {
  const t = useTranslations('newCollector');
  const [words, setWords] = useState('');
  const [category, setCategory] = useState<AgentCategory>();
  const query = useQuery(foundAgentsQuery(useLocale(), { words, category }));
  const options = [
    { id: 'all' as const, label: t('categories.all') },
    ...categories.map((id) => ({ id, label: t(`categories.${id}`) })),
  ];
  return (
    <>
      <div className={css.tools}>
        <SearchField label={t('search')} clearLabel={t('clearSearch')} asked={words} onSearch={setWords} />
        <Select
          label={t('category')}
          options={options}
          value={category ?? 'all'}
          onChange={(id) => setCategory(id === 'all' ? undefined : id)}
        />
      </div>
      <div className={css.found}>
        <QueryState query={query} skeleton={<Skeleton height={230} radius="var(--r-lg)" />}>
          {({ items }) =>
            items.length === 0 ? (
              <output className={css.none}>
                <EmptyState icon={<IconSearchOff size={28} stroke={1.5} />} title={t('noneTitle')} level={3} isCompact>
                  {t('noneText')}
                </EmptyState>
              </output>
            ) : (
              <ul className={css.partners} aria-label={t('partners')}>
                {items.map((agent) => (
                  <Partner key={agent.id} agent={agent} onChoose={() => onChoose(agent)} />
                ))}
              </ul>
            )
          }
        </QueryState>
      </div>
    </>
  );
}

function Partner({ agent: { name, logo, category, status }, onChoose }: { agent: Agent; onChoose: () => void }) {
  const t = useTranslations('newCollector');
  const isOpen = status === 'RUNNING' || status === 'UNKNOWN';
  return (
    <li>
      <button type="button" className={css.partner} disabled={!isOpen} onClick={onChoose}>
        <AgentLogo logo={logo} />
        <span className={css.words}>
          <b>{name}</b>
          <span>{isOpen ? t(`categories.${category}`) : t(`status.${status}`)}</span>
        </span>
        {isOpen && <IconChevronRight size={20} stroke={1.75} aria-hidden />}
      </button>
    </li>
  );
}
