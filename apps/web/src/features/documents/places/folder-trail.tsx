import { IconChevronRight, IconDots, IconFolder } from '../../../ui/buttons/icons.ts';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { useTranslations } from 'use-intl';
import { categoriesQuery } from '../../../lib/documents/document-queries.ts';
import { usePhone } from '../../../lib/browser/use-media.ts';
import { IconButton } from '../../../ui/buttons/icon-button.tsx';
import { Menu } from '../../../ui/overlays/menu.tsx';
import css from './folder-trail.module.css';
import { useFolderPath } from './folders.tsx';
import { changed, kept } from '../state/list-search.ts';
import { placeProps } from '../state/place-target.ts';

interface Place {
  key: string;
  name: string;
  folderId: string | undefined;
  category: string | undefined;
}

/** More would take a second line: those in the middle go into a menu. */
const mostOn = { phone: 2, wide: 5 };

/** The way back up from a folder, however deep, in one line. */
export function FolderTrail({ folderId }: { folderId: string }) {
  const t = useTranslations('documents');
  const isPhone = usePhone();
  const places = usePlaces(folderId);
  const most = isPhone ? mostOn.phone : mostOn.wide;
  const folded = places.length > most ? places.slice(1, 1 - most) : [];
  const shown = places.filter((place) => !folded.includes(place));
  return (
    <nav aria-label={t('trail')}>
      <ol className={css.trail}>
        {shown.map((place, index) => (
          <li key={place.key}>
            {index > 0 && <IconChevronRight size={16} stroke={1.75} aria-hidden />}
            {index === 1 && folded.length > 0 && (
              <>
                <FoldedPlaces places={folded} />
                <IconChevronRight size={16} stroke={1.75} aria-hidden />
              </>
            )}
            <PlaceLink place={place} />
          </li>
        ))}
      </ol>
    </nav>
  );
}

/** All documents, the category, and the folders above this one, the outermost first. */
function usePlaces(folderId: string): Place[] {
  const t = useTranslations('documents');
  const { data: categories } = useQuery(categoriesQuery);
  const path = useFolderPath(folderId);
  const category = categories?.items.find(({ id }) => id === path[0]?.categoryId);
  return [
    { key: 'all', name: t('heading'), folderId: undefined, category: undefined },
    ...(category ? [{ key: category.id, name: category.title, folderId: undefined, category: category.id }] : []),
    ...path.slice(0, -1).map(({ id, name }) => ({ key: id, name, folderId: id, category: undefined })),
  ];
}

/** Documents dropped on a place of the trail go there. */
function dropProps({ folderId, category, name }: Place) {
  if (folderId) return placeProps({ folderId }, name);
  return category ? placeProps({ categoryId: category }, name) : {};
}

const PlaceLink = ({ place }: { place: Place }) => (
  <Link
    to="/documents/{-$folderId}"
    params={{ folderId: place.folderId }}
    search={(asked) => changed({ category: place.category })(kept(asked))}
    className={css.place}
    {...dropProps(place)}
  >
    {place.name}
  </Link>
);

function FoldedPlaces({ places }: { places: readonly Place[] }) {
  const t = useTranslations('documents');
  const navigate = useNavigate({ from: '/documents/{-$folderId}' });
  return (
    <Menu
      label={t('trailMore', { count: places.length })}
      placement="bottom start"
      trigger={
        <IconButton label={t('trailMore', { count: places.length })}>
          <IconDots size={18} stroke={1.75} aria-hidden />
        </IconButton>
      }
      entries={places.map(({ key, name, folderId, category }) => ({
        id: key,
        label: name,
        icon: <IconFolder size={19} stroke={1.75} aria-hidden />,
        onAction: () =>
          void navigate({
            to: '.',
            params: { folderId },
            search: (asked) => changed({ category })(kept(asked)),
          }),
      }))}
    />
  );
}
