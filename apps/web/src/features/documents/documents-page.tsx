import { getProfile } from '@perenne/contract/identity';
import { IconPlus } from '../../ui/buttons/icons.ts';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useTranslations } from 'use-intl';
import { useAddDocuments } from '../../lib/uploads/add-documents.ts';
import { categoriesQuery } from '../../lib/documents/document-queries.ts';
import { endpointQuery } from '../../lib/api/endpoint-query.ts';
import { useFormats } from '../../lib/i18n/formats.ts';
import { makePart } from '../../lib/lazy/part.tsx';
import { Button } from '../../ui/buttons/button.tsx';
import { PageHeading } from '../../ui/layout/page-heading.tsx';
import { Skeleton } from '../../ui/feedback/skeleton.tsx';
import { DocumentList } from './list/document-list.tsx';
import css from './documents-page.module.css';
import { DropOverlay } from './adding/drop-overlay.tsx';
import { Filters } from './filters/filters.tsx';
import { FolderTrail } from './places/folder-trail.tsx';
import { Folders, useFolderPath } from './places/folders.tsx';
import { isPlaceGone, useDocumentList } from './state/list-query.ts';
import { useCloseDocument, useListSearch } from './state/list-search.ts';
import { ListSummary } from './list/list-summary.tsx';
import { OrganiseMenu } from './places/organise-menu.tsx';
import { ContentReadingDialog } from './filters/search-contents.tsx';
import { Shelves } from './places/shelves.tsx';
import { useView, ViewSwitch } from './list/view-switch.tsx';

const Viewer = makePart(() => import('./viewer/viewer.tsx').then((module) => module.Viewer), 'reading');

/** The documents of the safe. `searchBox` is the search of phones, where the top bar has none. */
export function DocumentsPage({ searchBox }: { searchBox: ReactNode }) {
  const t = useTranslations('documents');
  const { search, folderId, isFiltered } = useListSearch();
  const list = useDocumentList({ search, folderId });
  // In a safe that holds nothing, there is nothing to narrow down either.
  const isEmpty = list.query.isSuccess && list.total === 0 && !isFiltered;
  const isGone = isPlaceGone(list);
  const [view, setView] = useView();
  const place = usePlace(search.category, folderId);
  const addDocuments = useAddDocuments();
  const closeDocument = useCloseDocument();
  // Asked for above the list or in its place, which change with what is found.
  const [isAskingContents, setAskingContents] = useState(false);
  const askContents = () => setAskingContents(true);
  return (
    <>
      {folderId && <FolderTrail folderId={folderId} />}
      <PageHeading
        title={place.folderName ?? t('heading')}
        subtitle={<Counts folderId={folderId} />}
        actions={
          !isGone && (
            <>
              <OrganiseMenu categoryId={search.category} folderId={folderId} />
              <div className={css.actions}>
                <Button variant="primary" onPress={() => addDocuments(place.target)}>
                  <IconPlus size={19} stroke={2.25} aria-hidden />
                  {t('add')}
                </Button>
              </div>
            </>
          )
        }
      />
      <div className={css.search}>{searchBox}</div>
      {!folderId && <Shelves selected={search.category} />}
      <Folders categoryId={search.category} folderId={folderId} />
      <section className={css.panel} aria-label={t('caption')}>
        {!isEmpty && !isGone && (
          <div className={css.tools}>
            <fieldset className={css.filters} aria-label={t('filters')}>
              <Filters />
            </fieldset>
            <ViewSwitch view={view} onChange={setView} />
          </div>
        )}
        <ListSummary list={list} onSearchContents={askContents} />
        <DocumentList list={list} view={view} onSearchContents={askContents} />
      </section>
      <DropOverlay place={place.name} onFiles={(files, over) => addDocuments(over?.place ?? place.target, files)} />
      {isAskingContents && <ContentReadingDialog onClose={() => setAskingContents(false)} />}
      {search.document && <Viewer id={search.document} list={list} onClose={closeDocument} />}
    </>
  );
}

/** The place of the page, and so of the files that are added from it. */
function usePlace(categoryId: string | undefined, folderId: string | undefined) {
  const { data } = useQuery(categoriesQuery);
  const folderName = useFolderPath(folderId).at(-1)?.name;
  const category = data?.items.find(({ id }) => id === categoryId);
  const target = folderId ? { folderId } : category ? { categoryId: category.id } : {};
  return { folderName, name: folderName ?? (folderId ? undefined : category?.title), target };
}

/** How much the folder holds, or the whole safe. */
function Counts({ folderId }: { folderId: string | undefined }) {
  const t = useTranslations('documents');
  const formats = useFormats();
  const categories = useQuery(categoriesQuery);
  const profile = useQuery(endpointQuery(getProfile));
  const folder = useFolderPath(folderId).at(-1);
  if (folder) return t('count', { count: folder.documentCount });
  const isLoading = [categories, profile].some(({ isPending, fetchStatus }) => isPending && fetchStatus === 'fetching');
  if (isLoading) return <Skeleton width="11em" />;
  const count = categories.data?.items.reduce((sum, { documentCount }) => sum + documentCount, 0);
  const words = [
    count !== undefined && t('count', { count }),
    profile.data && formats.size(profile.data.storage.used),
  ].filter(Boolean);
  return words.join(' · ') || '\u00A0';
}
