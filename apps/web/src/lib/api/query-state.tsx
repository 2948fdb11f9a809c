import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { ErrorState } from '../../ui/feedback/error-state.tsx';
import { Skeleton } from '../../ui/feedback/skeleton.tsx';
import { NetworkError } from './api-error.ts';
import { useErrorMessage } from './error-message.ts';

interface QueryStateProps<T> {
  query: UseQueryResult<T>;
  /** Has the size of what comes. */
  skeleton?: ReactNode;
  /** The drawing of an error inside a card. */
  isCompact?: boolean;
  children: (data: T) => ReactNode;
}

/** Loading, error and offline of what the server gives, drawn the same everywhere. Data that is there stays. */
export function QueryState<T>({ query, skeleton, isCompact = true, children }: QueryStateProps<T>) {
  const t = useTranslations('network');
  const app = useTranslations('app');
  const errorMessage = useErrorMessage();
  if (query.data !== undefined) return children(query.data);
  if (query.isPending && query.fetchStatus === 'paused') {
    return <ErrorState isOffline isCompact={isCompact} message={t('offline')} />;
  }
  if (query.isError) {
    return (
      <ErrorState
        isCompact={isCompact}
        isOffline={query.error instanceof NetworkError}
        message={errorMessage(query.error)}
        isRetrying={query.isFetching}
        onRetry={() => void query.refetch()}
      />
    );
  }
  return (
    <div aria-busy>
      <span className="sr">{app('loading')}</span>
      {skeleton ?? <Skeleton height={96} radius="var(--r-md)" />}
    </div>
  );
}
