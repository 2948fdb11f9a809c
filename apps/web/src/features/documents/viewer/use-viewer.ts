import { type Document, getDocument, listDocuments } from '@perenne/contract/documents';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useLocation, useNavigate } from '@tanstack/react-router';
import { useEffect, useEffectEvent, useRef } from 'react';
import { endpointQuery } from '../../../lib/api/endpoint-query.ts';
import { showChange } from '../state/document-cache.ts';
import type { DocumentList } from '../state/list-query.ts';
import { changed } from '../state/list-search.ts';
import { refreshUnreadCounts } from '../state/use-document-actions.ts';

/** From the list when it is there; asked for by itself when a link led to it. */
export function useViewedDocument(id: string, { documents }: DocumentList) {
  const listed = documents.all().find((document) => document.id === id);
  const query = useQuery({ ...endpointQuery(getDocument, { params: { id } }), enabled: listed === undefined });
  return { document: listed ?? query.data, query };
}

/** From document to document of the list; those in between leave no trace in the history. */
export function useViewerNavigation(id: string, { documents: loaded, query, total }: DocumentList) {
  const documents = loaded.all();
  const navigate = useNavigate({ from: '/documents/{-$folderId}' });
  const isFromList = useLocation({ select: ({ state }) => state.isFromList ?? false });
  const index = documents.findIndex((document) => document.id === id);
  const showDocument = (shown: string) => {
    const search = changed({ document: shown });
    void navigate({ to: '.', search, state: { isFromList }, replace: true, resetScroll: false });
  };
  const askForMore = useEffectEvent(() => {
    if (query.hasNextPage && !query.isFetching) void query.fetchNextPage();
  });
  const isLast = index === documents.length - 1;
  useEffect(() => {
    if (isLast) askForMore();
  }, [isLast]);
  const previous = index > 0 ? documents[index - 1] : undefined;
  const next = index >= 0 ? documents[index + 1] : undefined;
  return {
    /** From 1, in the whole list; 0 when the document is not of it. */
    position: index + 1,
    total,
    showPrevious: previous && (() => showDocument(previous.id)),
    showNext: next && (() => showDocument(next.id)),
    showDocument,
  };
}

/** Reading takes the unread mark away: shown at once, while the list keeps its rows until the viewer closes. */
export function useReadMark() {
  const queries = useQueryClient();
  const hasRead = useRef(false);
  useEffect(
    () => () => {
      if (hasRead.current) void queries.invalidateQueries({ queryKey: [listDocuments.id] });
    },
    [queries],
  );
  return ({ id, unread }: Document) => {
    if (!unread) return;
    hasRead.current = true;
    showChange(queries, id, { unread: false });
    void refreshUnreadCounts(queries);
  };
}
