import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { QueryState } from '../../lib/api/query-state.tsx';
import { Card } from '../../ui/layout/card.tsx';
import { Skeleton } from '../../ui/feedback/skeleton.tsx';
import { ArchiveContents } from './archive-contents.tsx';
import { AskExport } from './ask-export.tsx';
import { exportsQuery, isRunning } from './export-queries.ts';
import { ExportList } from './export-list.tsx';
import css from './exports.module.css';
import { RunningExport } from './running-export.tsx';
import { SpokenState } from './spoken-state.tsx';

/** An owner takes everything out of the safe: asks, waits wherever they like, and downloads. */
export function ExportsPage() {
  const t = useTranslations('exports');
  const query = useQuery(exportsQuery);
  const { data } = query;
  const [isAsked, setAsked] = useState(false);
  return (
    <div className={css.cards}>
      <Card title={t('title')}>
        <p className={css.text}>{t('text')}</p>
        <QueryState query={query} skeleton={<Skeleton height={73} radius="var(--r-md)" />}>
          {(exports) => {
            const running = exports.items.find(isRunning);
            if (!running) return <AskExport exports={exports} onAsked={() => setAsked(true)} />;
            return (
              <RunningExport
                key={running.id}
                export={running}
                isLost={query.isError}
                limit={exports.allowance.limit}
                takesFocus={isAsked}
              />
            );
          }}
        </QueryState>
      </Card>
      {data && <ExportList exports={data.items.filter((one) => !isRunning(one))} newestId={data.items[0]?.id} />}
      {query.isPending && query.fetchStatus !== 'paused' && <Skeleton height={236} radius="var(--r-xl)" />}
      <ArchiveContents />
      <SpokenState exports={data?.items ?? []} />
    </div>
  );
}
