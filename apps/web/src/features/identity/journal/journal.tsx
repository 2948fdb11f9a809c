import { getJournal, listJournalChapters } from '@perenne/contract/journal';
import { IconNotebook } from '../../../ui/buttons/icons.ts';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useTranslations } from 'use-intl';
import { NetworkError } from '../../../lib/api/api-error.ts';
import { call } from '../../../lib/api/call.ts';
import { endpointQuery } from '../../../lib/api/endpoint-query.ts';
import { useErrorMessage } from '../../../lib/api/error-message.ts';
import { useFormats } from '../../../lib/i18n/formats.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { Card } from '../../../ui/layout/card.tsx';
import { EmptyState } from '../../../ui/feedback/empty-state.tsx';
import { ErrorState } from '../../../ui/feedback/error-state.tsx';
import { Skeleton } from '../../../ui/feedback/skeleton.tsx';
import { Chapters } from './chapters.tsx';
import { DownloadJournal } from './download-journal.tsx';
import { groupByDay } from './journal-days.ts';
import { EntryLine } from './entry-line.tsx';
import { JournalFilters } from './journal-filters.tsx';
import { type JournalSearch, queryOf, readJournalSearch } from './journal-search.ts';
import css from './journal.module.css';

const useEntries = (search: JournalSearch) =>
  useInfiniteQuery({
    queryKey: [getJournal.id, 'pages', search],
    queryFn: ({ pageParam, signal }) =>
      call(getJournal, { query: { ...queryOf(search), ...(pageParam ? { cursor: pageParam } : {}) }, signal }),
    initialPageParam: '',
    getNextPageParam: ({ nextCursor }) => nextCursor,
  });

/** The events in this safe, as its owner may read them. */
export function Journal() {
  const t = useTranslations('journal');
  const asked = readJournalSearch(useSearch({ from: '/safe/account/journal' }));
  const navigate = useNavigate({ from: '/account/journal' });
  const change = (wanted: JournalSearch) =>
    void navigate({ to: '.', search: { ...wanted }, replace: true, resetScroll: false });
  const { data } = useQuery(endpointQuery(listJournalChapters));
  const chapters = data?.items ?? [];
  const { chapter, ...own }: JournalSearch = asked;
  // One that this safe has not is as if it were not asked for.
  const search: JournalSearch = data && !chapters.some(({ id }) => id === chapter) ? own : asked;
  return (
    <Card title={t('title')}>
      <p className={css.text}>{t('text')}</p>
      <DownloadJournal />
      <Chapters chapters={chapters} shown={search.chapter} onShow={change} />
      <JournalFilters search={search} onChange={change} />
      <Entries search={search} onClear={() => change(search.chapter ? { chapter: search.chapter } : {})} />
    </Card>
  );
}

function Entries({ search, onClear }: { search: JournalSearch; onClear: () => void }) {
  const t = useTranslations('journal');
  const app = useTranslations('app');
  const network = useTranslations('network');
  const formats = useFormats();
  const errorMessage = useErrorMessage();
  const query = useEntries(search);
  const { data } = query;
  const isPaused = query.fetchStatus === 'paused';
  if (!data && (query.isError || isPaused)) {
    return (
      <ErrorState
        isCompact
        isOffline={isPaused || query.error instanceof NetworkError}
        message={isPaused ? network('offline') : errorMessage(query.error)}
        isRetrying={query.isFetching}
        {...(isPaused ? {} : { onRetry: () => void query.refetch() })}
      />
    );
  }
  if (!data) {
    return (
      <div aria-busy className={css.loading}>
        <span className="sr">{app('loading')}</span>
        {[1, 2, 3, 4, 5, 6].map((line) => (
          <Skeleton key={line} height={44} radius="var(--r-md)" />
        ))}
      </div>
    );
  }
  const entries = data.pages.flatMap(({ items }) => items);
  const total = data.pages[0]?.total ?? 0;
  if (entries.length === 0) {
    return (
      <EmptyState
        icon={<IconNotebook size={36} stroke={1.5} />}
        title={t('empty')}
        level={3}
        isCompact
        actions={<Button onPress={onClear}>{t('clear')}</Button>}
      >
        {t('emptyText')}
      </EmptyState>
    );
  }
  return (
    <div className={css.days}>
      {groupByDay(entries).map((day) => (
        <section key={day.at} className={css.day}>
          <h3>{formats.day(day.at)}</h3>
          <ol>
            {day.runs.map((run) => (
              <EntryLine key={run[0].id} run={run} />
            ))}
          </ol>
        </section>
      ))}
      <div className={css.footer}>
        <p aria-live="polite">{t('shown', { shown: entries.length, total })}</p>
        {query.isFetchNextPageError && (
          <p role="alert" className={css.fault}>
            {errorMessage(query.error)}
          </p>
        )}
        {query.hasNextPage && (
          <Button isPending={query.isFetchingNextPage} onPress={() => void query.fetchNextPage()}>
            {t('more')}
          </Button>
        )}
      </div>
    </div>
  );
}
