import { IconFilterOff, IconFolderQuestion, IconPlus, IconShieldCheck } from '../../../ui/buttons/icons.ts';
import { useDeferredValue, useMemo, useRef } from 'react';
import { useTranslations } from 'use-intl';
import { useAddDocuments } from '../../../lib/uploads/add-documents.ts';
import { NetworkError } from '../../../lib/api/api-error.ts';
import { useErrorMessage } from '../../../lib/api/error-message.ts';
import { useFormats } from '../../../lib/i18n/formats.ts';
import { useLate } from '../../../lib/lazy/use-late.ts';
import { usePhone } from '../../../lib/browser/use-media.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { EmptyState } from '../../../ui/feedback/empty-state.tsx';
import { ErrorState } from '../../../ui/feedback/error-state.tsx';
import { LateFault } from '../../../ui/lazy/late-fault.tsx';
import { DocumentLines } from './document-lines.tsx';
import css from './document-list.module.css';
import { DocumentTable } from './document-table.tsx';
import { SearchedWords } from '../state/found-in.ts';
import { ListActionsProvider } from './list-actions.tsx';
import { ListFooter } from './list-footer.tsx';
import { type DocumentList as List, isPlaceGone } from '../state/list-query.ts';
import { type ListRows, makeRowBuilder, rememberMonths } from '../rows/list-rows.ts';
import { filterNames, useListSearch, type View } from '../state/list-search.ts';
import { ListSkeleton } from './list-skeleton.tsx';
import { SearchContents } from '../filters/search-contents.tsx';
import { useGridColumns } from '../rows/use-grid-columns.ts';

/** Comes when it is chosen: most visits never see it. */
const loadGrid = () => import('./document-grid.tsx').then((module) => module.DocumentGrid);

export interface ListViewProps {
  rows: ListRows;
  hasMore: boolean;
  onNearEnd: (() => void) | undefined;
  /** The document in the viewer. */
  opened: string | undefined;
}

interface DocumentListProps {
  list: List;
  view: View;
  onSearchContents: () => void;
}

/** The documents of the address, or what is to be said instead. */
export function DocumentList({ list, view, onSearchContents }: DocumentListProps) {
  const t = useTranslations('network');
  const errorMessage = useErrorMessage();
  const { query, documents } = list;
  const isMissing = query.isPending || query.isPlaceholderData;
  // The first rows are drawn in slices; what changes in them afterwards shows at once.
  const isDrawn = useDeferredValue(documents.length > 0);
  if (isMissing && query.fetchStatus === 'paused') return <ErrorState isOffline message={t('offline')} />;
  if (documents.length > 0) return isDrawn ? <Documents list={list} view={view} /> : <ListSkeleton view={view} />;
  if (isPlaceGone(list)) return <PlaceGone message={errorMessage(query.error)} />;
  if (query.isError) {
    return (
      <ErrorState
        message={errorMessage(query.error)}
        isOffline={query.error instanceof NetworkError}
        isRetrying={query.isFetching}
        onRetry={() => void query.refetch()}
      />
    );
  }
  return isMissing ? <ListSkeleton view={view} /> : <NoDocument onSearchContents={onSearchContents} />;
}

function Documents({ list, view }: { list: List; view: View }) {
  const { query, documents, total, sort } = list;
  const { month } = useFormats();
  const monthOf = useMemo(() => rememberMonths(month), [month]);
  const isPhone = usePhone();
  const frame = useRef<HTMLDivElement>(null);
  const columns = useGridColumns(frame);
  const { search } = useListSearch();
  const isGrid = view === 'grid' && !isPhone;
  const build = useMemo(
    () => makeRowBuilder({ sort, monthOf, ...(isGrid ? { columns } : {}) }),
    [sort, monthOf, isGrid, columns],
  );
  const rows = useMemo(() => build(documents.pages), [build, documents]);
  const canAsk = query.hasNextPage && !query.isFetching && !query.isFetchNextPageError;
  const props: ListViewProps = {
    rows,
    hasMore: query.hasNextPage,
    onNearEnd: canAsk ? () => void query.fetchNextPage() : undefined,
    opened: search.document,
  };
  return (
    <ListActionsProvider list={list} view={view}>
      <div
        ref={frame}
        className={css.frame}
        data-stale={query.isPlaceholderData || undefined}
        aria-busy={query.isPlaceholderData}
      >
        <SearchedWords value={search.q}>
          {isGrid && <Grid columns={columns} {...props} />}
          {!isGrid && (isPhone ? <DocumentLines {...props} /> : <DocumentTable {...props} />)}
        </SearchedWords>
        <ListFooter query={query} shown={documents.length} total={total} />
      </div>
    </ListActionsProvider>
  );
}

function Grid(props: ListViewProps & { columns: number }) {
  const { code: DocumentGrid, isFailed, ...late } = useLate(loadGrid);
  if (DocumentGrid) return <DocumentGrid {...props} />;
  return isFailed ? <LateFault {...late} /> : <ListSkeleton view="grid" />;
}

function NoDocument({ onSearchContents }: Pick<DocumentListProps, 'onSearchContents'>) {
  const t = useTranslations('documents');
  const { search, folderId, clear } = useListSearch();
  const addDocuments = useAddDocuments();
  const isNarrowed = filterNames.some((name) => name !== 'category' && search[name] !== undefined);
  const target = folderId ? { folderId } : search.category ? { categoryId: search.category } : {};
  if (isNarrowed) {
    return (
      <EmptyState
        icon={<IconFilterOff size={36} stroke={1.5} />}
        title={t('noMatch')}
        actions={
          <>
            <Button onPress={clear}>{t('clearFilters')}</Button>
            {search.q && <SearchContents onAsk={onSearchContents} />}
          </>
        }
      >
        {t('noMatchText')}
      </EmptyState>
    );
  }
  return (
    <EmptyState
      icon={<IconShieldCheck size={36} stroke={1.5} />}
      title={folderId ? t('emptyFolder') : search.category ? t('emptyCategory') : t('empty')}
      actions={
        <Button onPress={() => addDocuments(target)}>
          <IconPlus size={19} stroke={2.25} aria-hidden />
          {t('addFirst')}
        </Button>
      }
    >
      {folderId || search.category ? t('emptyFolderText') : t('emptyText')}
    </EmptyState>
  );
}

function PlaceGone({ message }: { message: string }) {
  const t = useTranslations('documents');
  const { clear } = useListSearch();
  return (
    <EmptyState
      icon={<IconFolderQuestion size={36} stroke={1.5} />}
      title={message}
      actions={<Button onPress={clear}>{t('seeAll')}</Button>}
    >
      {t('placeGoneText')}
    </EmptyState>
  );
}
