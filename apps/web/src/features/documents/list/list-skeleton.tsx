import { useTranslations } from 'use-intl';
import { Skeleton } from '../../../ui/feedback/skeleton.tsx';
import css from './list-skeleton.module.css';
import type { View } from '../state/list-search.ts';

const places = [0, 1, 2, 3, 4, 5, 6, 7];

/** The room of the rows, or of the cards, that are on their way. */
export function ListSkeleton({ view }: { view: View }) {
  const app = useTranslations('app');
  return (
    <div aria-busy className={view === 'grid' ? css.grid : css.list}>
      <span className="sr">{app('loading')}</span>
      <span className={css.month}>
        <Skeleton width="9em" height=".9em" />
      </span>
      {places.map((place) => (
        <div key={place} className={css.place}>
          <Skeleton width={36} height={44} />
          <span className={css.words}>
            <Skeleton width="46%" height=".9em" />
            <Skeleton width="26%" height=".8em" />
          </span>
          <span className={css.facts}>
            <Skeleton width="70%" height=".8em" />
          </span>
        </div>
      ))}
    </div>
  );
}
