import type { UseInfiniteQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { NetworkError } from '../../../lib/api/api-error.ts';
import { useErrorMessage } from '../../../lib/api/error-message.ts';
import { ErrorState } from '../../../ui/feedback/error-state.tsx';
import { Skeleton } from '../../../ui/feedback/skeleton.tsx';

/** Loading, error and offline of the documents that one can choose from. */
export function PickerState({ query, children }: { query: UseInfiniteQueryResult; children: ReactNode }) {
  const network = useTranslations('network');
  const app = useTranslations('app');
  const errorMessage = useErrorMessage();
  if (query.data) return children;
  if (query.fetchStatus === 'paused') return <ErrorState isOffline isCompact message={network('offline')} />;
  if (query.isError) {
    return (
      <ErrorState
        isCompact
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
      <Skeleton height={328} radius="var(--r-lg)" />
    </div>
  );
}
