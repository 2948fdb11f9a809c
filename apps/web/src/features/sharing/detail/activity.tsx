import type { Share, ShareEvent } from '@perenne/contract/shares';
import { IconDownload, IconEye, IconFileText, IconMailOpened } from '../../../ui/buttons/icons.ts';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { NetworkError } from '../../../lib/api/api-error.ts';
import { useErrorMessage } from '../../../lib/api/error-message.ts';
import { useFormats } from '../../../lib/i18n/formats.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { Card } from '../../../ui/layout/card.tsx';
import { ErrorState } from '../../../ui/feedback/error-state.tsx';
import { Skeleton } from '../../../ui/feedback/skeleton.tsx';
import { eventsQuery } from '../share-queries.ts';
import css from './activity.module.css';

const icons = { OPENED: IconEye, MARKED_AS_READ: IconMailOpened, READ: IconFileText, DOWNLOADED: IconDownload };

/** Openings, readings and downloads with their people, the newest first. */
export function Activity({ share }: { share: Share }) {
  const t = useTranslations('shares');
  return (
    <Card title={t('activity')}>
      <Events shareId={share.id} />
    </Card>
  );
}

function Events({ shareId }: { shareId: string }) {
  const t = useTranslations('shares');
  const network = useTranslations('network');
  const app = useTranslations('app');
  const errorMessage = useErrorMessage();
  const query = useInfiniteQuery({ ...eventsQuery(shareId), refetchInterval: 30_000 });
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
      <div aria-busy>
        <span className="sr">{app('loading')}</span>
        <Skeleton height={72} radius="var(--r-md)" />
      </div>
    );
  }
  const events = data.pages.flatMap(({ items }) => items);
  if (events.length === 0) return <p className={css.empty}>{t('activityEmpty')}</p>;
  return (
    <>
      <ol>
        {events.map((event) => (
          <EventLine key={event.id} event={event} />
        ))}
      </ol>
      {query.hasNextPage && (
        <Button isPending={query.isFetchingNextPage} onPress={() => void query.fetchNextPage()}>
          {t('activityMore')}
        </Button>
      )}
    </>
  );
}

function EventLine({ event: { at, kind, recipient, document } }: { event: ShareEvent }) {
  const t = useTranslations('shares');
  const formats = useFormats();
  const Icon = icons[kind];
  const who = recipient?.email ?? t('someone');
  const what = document?.title === undefined ? t('removedDocument') : t('namedDocument', { title: document.title });
  return (
    <li className={css.event}>
      <Icon size={20} stroke={1.6} aria-hidden />
      <div>
        <p>{t(`events.${kind}`, { who, what })}</p>
        <time dateTime={at}>{formats.dateTime(at)}</time>
      </div>
    </li>
  );
}
