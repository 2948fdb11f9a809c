import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { NetworkError } from '../../lib/api/api-error.ts';
import { useErrorMessage } from '../../lib/api/error-message.ts';
import { Button } from '../../ui/buttons/button.tsx';
import { ErrorState } from '../../ui/feedback/error-state.tsx';
import { Skeleton } from '../../ui/feedback/skeleton.tsx';
import css from './paged-list.module.css';

interface ListPage<Item> {
  items: Item[];
  total: number;
}

interface PagedListProps<Item> {
  query: UseInfiniteQueryResult<InfiniteData<ListPage<Item>>>;
  caption: string;
  /** How much of it is on the screen. */
  shown: (count: { shown: number; total: number }) => string;
  moreLabel: string;
  /** In place of the list where there is nothing. */
  empty: ReactNode;
  children: (item: Item) => ReactNode;
}

const skeletonRows = [0, 1, 2, 3];

/** A list that comes page after page: loading, empty, error and offline, drawn the same for each. */
export function PagedList<Item>({ query, caption, shown, moreLabel, empty, children }: PagedListProps<Item>) {
  const network = useTranslations('network');
  const app = useTranslations('app');
  const errorMessage = useErrorMessage();
  const { data } = query;
  if (!data && query.isPending && query.fetchStatus === 'paused') {
    return <ErrorState isOffline message={network('offline')} />;
  }
  if (!data && query.isError) {
    return (
      <ErrorState
        message={errorMessage(query.error)}
        isOffline={query.error instanceof NetworkError}
        isRetrying={query.isFetching}
        onRetry={() => void query.refetch()}
      />
    );
  }
  if (!data) {
    return (
      <div aria-busy className={css.rows}>
        <span className="sr">{app('loading')}</span>
        {skeletonRows.map((row) => (
          <div key={row} className={css.skeleton}>
            <Skeleton width={44} height={44} radius="var(--r-md)" />
            <div>
              <Skeleton width="45%" height=".9em" />
              <Skeleton width="28%" height=".8em" />
            </div>
          </div>
        ))}
      </div>
    );
  }
  const items = data.pages.flatMap((page) => page.items);
  if (items.length === 0) return empty;
  return (
    <div data-stale={query.isPlaceholderData || undefined} className={css.list}>
      <ul className={css.rows} aria-label={caption}>
        {items.map(children)}
      </ul>
      <div className={css.footer}>
        <p aria-live="polite">{shown({ shown: items.length, total: data.pages[0]?.total ?? items.length })}</p>
        {query.isFetchNextPageError && <p role="alert">{errorMessage(query.error)}</p>}
        {query.hasNextPage && (
          <Button isPending={query.isFetchingNextPage} onPress={() => void query.fetchNextPage()}>
            {moreLabel}
          </Button>
        )}
      </div>
    </div>
  );
}
