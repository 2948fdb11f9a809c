import type { Document } from '@perenne/contract/documents';
import { useQuery } from '@tanstack/react-query';
import { useLocation } from '@tanstack/react-router';
import { createContext, type ReactNode, use, useLayoutEffect, useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import { categoriesQuery } from '../../../lib/documents/document-queries.ts';
import { useShareDocuments } from '../../../lib/documents/share-documents.ts';
import { usePhone } from '../../../lib/browser/use-media.ts';
import { toneOf } from '../../../lib/documents/document-tone.ts';
import type { DocTone } from '../../../ui/brand/doc-thumb.tsx';
import type { Conflict } from '../arranging/name-conflict.tsx';
import type { DocumentList } from '../state/list-query.ts';
import { useListSearch, useOpenDocument, type View } from '../state/list-search.ts';
import { useDownload, useMarkUnread } from '../state/use-document-actions.ts';
import { useListGestures } from './use-list-gestures.ts';
import { focusBeside } from '../rows/use-row-focus.ts';
import { DeleteDialog, DragLayer, MoveDialog, RenameDialog, SelectionBar } from './lazy-parts.ts';
import { type ListSelection, useSelection } from '../state/use-selection.ts';

interface ListActions {
  /** The address of the viewer over this list. */
  addressOf: (id: string) => string;
  open: (id: string) => void;
  download: (document: Document) => void;
  share: (document: Document) => void;
  rename: (document: Document) => void;
  /** The document whose title is being changed in its row; phones have a dialog for it. */
  renamedInPlace: string | undefined;
  /** Ends the renaming of this document, and of no other that is being renamed since. */
  endRename: (id: string) => void;
  meetConflict: (document: Document, conflict: Conflict) => void;
  markUnread: (document: Pick<Document, 'id' | 'unread'>) => void;
  /** Both, and sharing, take all that is chosen along, where the document is part of it. */
  move: (document: Document) => void;
  remove: (document: Document) => void;
  selection: ListSelection;
  categoryOf: (document: Pick<Document, 'categoryId'>) => { title: string; tone: DocTone };
}

const ListActionsContext = createContext<ListActions | null>(null);

export function useListActions(): ListActions {
  const actions = use(ListActionsContext);
  if (!actions) throw new Error('useListActions outside a list');
  return actions;
}

interface ListActionsProviderProps {
  list: DocumentList;
  view: View;
  children: ReactNode;
}

/** Rows need these from the page, asked for once: a list that scrolls draws many of them each second. */
export function ListActionsProvider({ list, view, children }: ListActionsProviderProps) {
  const { documents, total } = list;
  const { pathname, searchStr } = useLocation();
  const { data: categories } = useQuery(categoriesQuery);
  const { search, folderId } = useListSearch();
  const isPhone = usePhone();
  const openDocument = useOpenDocument();
  const [asked, setAsked] = useState<{ to: 'delete' | 'move' | 'drag'; documents: readonly Document[] }>();
  const listKey = JSON.stringify({ ...search, view: undefined, document: undefined, folderId });
  const latest = useRef(documents);
  useLayoutEffect(() => {
    latest.current = documents;
  }, [documents]);
  const selection = useSelection({
    ...{ key: listKey, documents, total },
    currentDocuments: () => latest.current,
    onDelete: (chosen) => setAsked({ to: 'delete', documents: chosen }),
  });
  const { mutate: download } = useDownload();
  const { mutate: markUnread } = useMarkUnread();
  const shareDocuments = useShareDocuments();
  const t = useTranslations('documents');
  const [renamed, setRenamed] = useState<{ document: Document; conflict?: Conflict }>();
  const endRename = (id: string) => setRenamed((now) => (now?.document.id === id ? undefined : now));
  const isInPlace = !isPhone && renamed?.conflict === undefined;
  const rename = (document: Document) => setRenamed({ document });
  useListGestures({
    documents,
    taken: (document) => withChosen(document, selection),
    onDrag: (dragged) => setAsked({ to: 'drag', documents: dragged }),
    onHold: ({ id }) => !selection.has(id) && selection.toggle(id, false),
    onRename: rename,
  });
  const actions: ListActions = {
    addressOf: (id) => {
      const search = new URLSearchParams(searchStr);
      search.set('document', id);
      return `${pathname}?${search.toString()}`;
    },
    // On phones, rows are for the thumb: once some are chosen, pressing others chooses them too.
    open: (id) => (isPhone && selection.isOn ? selection.toggle(id, false) : openDocument(id)),
    download: (document) => download(document),
    share: (document) => shareDocuments(idsOf(withChosen(document, selection))),
    rename,
    renamedInPlace: isInPlace ? renamed?.document.id : undefined,
    endRename,
    meetConflict: (document, conflict) => setRenamed({ document, conflict }),
    markUnread: (document) => markUnread(document),
    move: (document) => setAsked({ to: 'move', documents: withChosen(document, selection) }),
    remove: (document) => setAsked({ to: 'delete', documents: withChosen(document, selection) }),
    selection,
    categoryOf: ({ categoryId }) => {
      const category = categories?.items.find(({ id }) => id === categoryId);
      return { title: category?.title ?? '\u00A0', tone: toneOf(category) };
    },
  };
  const dialog = (chosen: readonly Document[]) => ({
    chosen: { documents: chosen, folders: [] },
    onClose: () => setAsked(undefined),
    onDone: () => {
      selection.clear();
      focusBeside(documents.all(), chosen);
    },
  });
  /** As the list has them now: they may be held since it still showed what it had before, from another place. */
  const asListed = (held: readonly Document[]) => {
    const listed = new Map(documents.all().map((document) => [document.id, document]));
    return held.map((document) => listed.get(document.id) ?? document);
  };
  return (
    <ListActionsContext value={actions}>
      {children}
      {renamed && !isInPlace && <RenameDialog {...renamed} onClose={() => endRename(renamed.document.id)} />}
      {selection.isOn && (
        <SelectionBar
          list={list}
          selection={selection}
          hasBox={view === 'list' && !isPhone}
          onShare={() => shareDocuments(idsOf(selection.chosen))}
          onMove={() => setAsked({ to: 'move', documents: selection.chosen })}
          onDelete={() => setAsked({ to: 'delete', documents: selection.chosen })}
          onClose={selection.clear}
        />
      )}
      <output className="sr">{selection.isOn && t('selected', { count: selection.chosen.length })}</output>
      {asked?.to === 'delete' && <DeleteDialog {...dialog(asked.documents)} />}
      {asked?.to === 'drag' && <DragLayer {...dialog(asListed(asked.documents))} />}
      {asked?.to === 'move' && <MoveDialog {...dialog(asked.documents)} />}
    </ListActionsContext>
  );
}

const idsOf = (documents: readonly Document[]) => documents.map(({ id }) => id);

const withChosen = (document: Document, selection: ListSelection): readonly Document[] =>
  selection.has(document.id) ? selection.chosen : [document];
