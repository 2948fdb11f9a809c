import type { Category } from '@perenne/contract/places';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useDeferredValue } from 'react';
import { useTranslations } from 'use-intl';
import { categoriesQuery } from '../../../lib/documents/document-queries.ts';
import { toneOf } from '../../../lib/documents/document-tone.ts';
import { useErrorMessage } from '../../../lib/api/error-message.ts';
import { DocThumb, toneStyle } from '../../../ui/brand/doc-thumb.tsx';
import { ErrorState } from '../../../ui/feedback/error-state.tsx';
import { Skeleton } from '../../../ui/feedback/skeleton.tsx';
import { changed } from '../state/list-search.ts';
import { placeProps } from '../state/place-target.ts';
import css from './shelves.module.css';

const skeletons = [0, 1, 2, 3, 4, 5, 6, 7];

/** The categories as folders on a shelf: pressed, they narrow the list down; pressed again, they let it go. */
export function Shelves({ selected }: { selected: string | undefined }) {
  const t = useTranslations('documents');
  const errorMessage = useErrorMessage();
  const { data: known, isPending, fetchStatus, error, refetch } = useQuery(categoriesQuery);
  // Drawn in slices: each is a link of the router, which a slow phone takes its time for.
  const data = useDeferredValue(known);
  if (error && !known) {
    const isRetrying = fetchStatus === 'fetching';
    return (
      <ErrorState isCompact message={errorMessage(error)} isRetrying={isRetrying} onRetry={() => void refetch()} />
    );
  }
  if (!data) {
    return known || (isPending && fetchStatus === 'fetching') ? (
      <div className={css.shelves} aria-hidden>
        {skeletons.map((shelf) => (
          <span key={shelf} className={css.placeholder}>
            <Skeleton height="100%" radius="14px" />
          </span>
        ))}
      </div>
    ) : null;
  }
  return (
    <nav aria-label={t('categories')}>
      <ul className={css.shelves}>
        {data.items.map((category) => (
          <li key={category.id}>
            <Shelf category={category} isSelected={category.id === selected} />
          </li>
        ))}
      </ul>
    </nav>
  );
}

function Shelf({ category, isSelected }: { category: Category; isSelected: boolean }) {
  const t = useTranslations('documents');
  const { id, title, documentCount, unreadCount } = category;
  const tone = toneOf(category);
  return (
    <Link
      to="/documents/{-$folderId}"
      params={{ folderId: undefined }}
      search={(asked) => changed({ category: isSelected ? undefined : id, document: undefined })(asked)}
      resetScroll={false}
      preload={false}
      activeProps={{}}
      className={css.shelf}
      style={toneStyle(tone)}
      aria-current={isSelected ? 'true' : undefined}
      data-selected={isSelected || undefined}
      {...placeProps({ categoryId: id }, title)}
    >
      <span className={css.face}>
        <DocThumb tone={tone} height={40} paper />
        {unreadCount > 0 && (
          <span className={css.unread}>
            <span aria-hidden>{unreadCount}</span>
            <span className="sr">{t('unreadIn', { count: unreadCount })}</span>
          </span>
        )}
        <span>
          <b>{title}</b>
          <small className={css.count}>{t('count', { count: documentCount })}</small>
          <small className={css.number} aria-hidden>
            {documentCount}
          </small>
        </span>
      </span>
    </Link>
  );
}
