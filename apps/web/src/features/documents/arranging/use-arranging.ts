import { deleteDocuments, moveDocuments } from '@perenne/contract/arranging';
import { type Document, getDocument, listDocuments } from '@perenne/contract/documents';
import { listFolders } from '@perenne/contract/places';
import { destroyDocuments, listTrash, restoreDocuments } from '@perenne/contract/trash';
import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { isApiError } from '../../../lib/api/api-error.ts';
import { call } from '../../../lib/api/call.ts';
import { catchFocus } from '../../../lib/browser/catch-focus.ts';
import { refreshDocuments } from '../../../lib/documents/document-queries.ts';
import { useErrorMessage } from '../../../lib/api/error-message.ts';
import { useNotify } from '../../../ui/feedback/notifications.tsx';
import { hideDocuments } from '../state/document-cache.ts';
import { linkOf } from '../rows/use-row-focus.ts';
import { byPlace, type Chosen, countOf, keyOf, namesOf, type Place, placeOf } from './chosen.ts';

const undoMs = 10_000;
const mostAtOnce = 6;

/** Lists, counts, folders and the trash are read again. */
export const refreshArranged = (queries: QueryClient): Promise<unknown> =>
  Promise.all([
    refreshDocuments(queries),
    ...[listFolders.id, listTrash.id, getDocument.id].map((id) => queries.invalidateQueries({ queryKey: [id] })),
  ]);

/** Announces what was done, with the way back. */
function useNotifyWithUndo() {
  const queries = useQueryClient();
  const notify = useNotify();
  const errorMessage = useErrorMessage();
  const t = useTranslations('organising');
  return ({ documents }: Chosen, text: string, undo: () => Promise<void>) => {
    const goBack = async () => {
      try {
        await undo();
        notify({ text: t('cancelled'), group: 'arranging' });
      } catch (error) {
        notify({ type: 'error', text: errorMessage(error) });
      }
      await refreshArranged(queries);
      // The button has gone: the focus goes to what has come back.
      catchFocus(() => linkOf(documents[0]?.id ?? ''));
    };
    const action = { label: t('undo'), onPress: () => void goBack() };
    notify({ text, action, duration: undoMs, group: 'arranging', ignoreDuplicates: false });
  };
}

const restore = (chosen: Chosen, to?: Place) =>
  call(restoreDocuments, { body: { ...namesOf(chosen), ...(to ? { to } : {}) } });

interface Deletion {
  chosen: Chosen;
  acknowledged: boolean;
}

/** Those of them that have been deleted meanwhile, in another window or on another device. */
export async function findGone(documents: readonly Document[]): Promise<readonly Document[]> {
  const isGone = async ({ id }: Document) => {
    try {
      return (await call(getDocument, { params: { id } })).remainingDays !== undefined;
    } catch (error) {
      return isApiError(error, 'DocumentNotFound');
    }
  };
  const gone: Document[] = [];
  for (let at = 0; at < documents.length; at += mostAtOnce) {
    const some = documents.slice(at, at + mostAtOnce);
    const answers = await Promise.all(some.map(isGone));
    gone.push(...some.filter((_, index) => answers[index]));
  }
  return gone;
}

/** Into the trash. The dialog shows what went wrong, and reads all again once the page has left what is gone. */
export function useDelete() {
  const queries = useQueryClient();
  const notifyWithUndo = useNotifyWithUndo();
  const t = useTranslations('organising');
  return useMutation({
    mutationFn: ({ chosen, acknowledged }: Deletion) =>
      call(deleteDocuments, { body: { ...namesOf(chosen), ...(acknowledged ? { acknowledged } : {}) } }),
    onSuccess: async (_, { chosen }) => {
      await queries.cancelQueries({ queryKey: [listDocuments.id] });
      hideDocuments(queries, namesOf(chosen).documents);
      const count = chosen.documents.length;
      notifyWithUndo(chosen, count ? t('deleted', { count }) : t('folderDeleted'), () => restore(chosen));
    },
  });
}

export interface Move {
  chosen: Chosen;
  to: Place;
  /** As people call it. */
  name: string;
  /** The former place of the folders, to put them back. */
  formerly?: Place | undefined;
  /** Wherever another window has put them meanwhile. */
  isSure?: boolean;
}

/** The place where each of them was seen: an item that another window has moved since stays there. */
function seenAt({ documents, folders }: Chosen, place?: Place): Record<string, string> {
  const seen = documents.map((document): [string, string] => [document.id, keyOf(place ?? placeOf(document))]);
  return Object.fromEntries([...seen, ...folders.flatMap(({ id }) => (place ? [[id, keyOf(place)]] : []))]);
}

export function useMove() {
  const queries = useQueryClient();
  const notifyWithUndo = useNotifyWithUndo();
  const t = useTranslations('organising');
  return useMutation({
    mutationFn: ({ chosen, to, formerly, isSure = false }: Move) => {
      const foldersSeen = formerly ? seenAt({ documents: [], folders: chosen.folders }, formerly) : {};
      const seen = { ...seenAt({ ...chosen, folders: [] }), ...foldersSeen };
      return call(moveDocuments, { body: { ...namesOf(chosen), to, ...(isSure ? {} : { formerly: seen }) } });
    },
    onError: () => void refreshArranged(queries),
    onSuccess: (_, { chosen, to: place, name, formerly }) => {
      const { documents, folders } = chosen;
      const seen = seenAt(chosen, place);
      const undo = async () => {
        for (const { to, documents: group } of byPlace(documents)) {
          // One place after the other: each is all or nothing by itself.
          await call(moveDocuments, { body: { documents: group.map(({ id }) => id), to, formerly: seen } });
        }
        if (formerly) {
          await call(moveDocuments, { body: { folders: folders.map(({ id }) => id), to: formerly, formerly: seen } });
        }
      };
      const count = documents.length;
      notifyWithUndo(chosen, count ? t('moved', { count, place: name }) : t('folderMoved', { place: name }), undo);
      void refreshArranged(queries);
    },
  });
}

interface Restoring {
  chosen: Chosen;
  to?: Place | undefined;
  name?: string | undefined;
}

export function useRestore() {
  const queries = useQueryClient();
  const notify = useNotify();
  const t = useTranslations('trash');
  return useMutation({
    mutationFn: ({ chosen, to }: Restoring) => restore(chosen, to),
    onSuccess: (_, { chosen, name }) => {
      const count = countOf(chosen);
      notify({ text: name === undefined ? t('restored', { count }) : t('restoredIn', { count, place: name }) });
    },
    onSettled: () => void refreshArranged(queries),
  });
}

/** For good. */
export function useDestroy() {
  const queries = useQueryClient();
  const notify = useNotify();
  const t = useTranslations('trash');
  return useMutation({
    mutationFn: (chosen: Chosen) => call(destroyDocuments, { body: { ...namesOf(chosen), acknowledged: true } }),
    onSuccess: (_, chosen) => notify({ text: t('destroyed', { count: countOf(chosen) }) }),
    onSettled: () => void refreshArranged(queries),
  });
}
