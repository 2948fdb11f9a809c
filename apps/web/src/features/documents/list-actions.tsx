import type { Document } from '@perenne/contract/documents';
import { useQuery } from '@tanstack/react-query';
import { useLocation } from '@tanstack/react-router';
import { createContext, type ReactNode, use, useState } from 'react';
import { categoriesQuery } from '../../lib/document-queries.ts';
import { toneOf } from '../../lib/document-tone.ts';
import { makePart } from '../../lib/part.tsx';
import type { DocTone } from '../../ui/doc-thumb.tsx';
import { useOpenDocument } from './list-search.ts';
import { useDownload, useMarkUnread } from './use-document-actions.ts';

const RenameDialog = makePart(() => import('./rename-dialog.tsx').then((module) => module.RenameDialog));

interface ListActions {
  /** The address of the viewer over this list. */
  addressOf: (id: string) => string;
  open: (id: string) => void;
  download: (document: Document) => void;
  rename: (document: Document) => void;
  markUnread: (document: Pick<Document, 'id' | 'unread'>) => void;
  categoryOf: (document: Pick<Document, 'categoryId'>) => { title: string; tone: DocTone };
}

const ListActionsContext = createContext<ListActions | null>(null);

export function useListActions(): ListActions {
  const actions = use(ListActionsContext);
  if (!actions) throw new Error('useListActions outside a list');
  return actions;
}

/** What rows need of the page, asked for once: a list that scrolls draws many of them each second. */
export function ListActionsProvider({ children }: { children: ReactNode }) {
  const { pathname, searchStr } = useLocation();
  const { data: categories } = useQuery(categoriesQuery);
  const open = useOpenDocument();
  const { mutate: download } = useDownload();
  const { mutate: markUnread } = useMarkUnread();
  const [renamed, setRenamed] = useState<Document>();
  const actions: ListActions = {
    addressOf: (id) => {
      const search = new URLSearchParams(searchStr);
      search.set('document', id);
      return `${pathname}?${search.toString()}`;
    },
    open,
    download: (document) => download(document),
    rename: setRenamed,
    markUnread: (document) => markUnread(document),
    categoryOf: ({ categoryId }) => {
      const category = categories?.items.find(({ id }) => id === categoryId);
      return { title: category?.title ?? '\u00A0', tone: toneOf(category) };
    },
  };
  return (
    <ListActionsContext value={actions}>
      {children}
      {renamed && <RenameDialog document={renamed} onClose={() => setRenamed(undefined)} />}
    </ListActionsContext>
  );
}
