import { downloadDocuments } from '@perenne/contract/arranging';
import type { Document } from '@perenne/contract/documents';
import { limits } from '@perenne/contract/fields';
import { IconDownload, IconFolderSymlink, IconShare2, IconTrash, IconX } from '../../../ui/buttons/icons.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type RefObject, useEffect, useRef } from 'react';
import { Button } from 'react-aria-components/Button';
import { useTranslations } from 'use-intl';
import { request } from '../../../lib/api/call.ts';
import { refreshDocuments } from '../../../lib/documents/document-queries.ts';
import { saveFile } from '../../../lib/browser/download.ts';
import { useErrorMessage } from '../../../lib/api/error-message.ts';
import { useNotify } from '../../../ui/feedback/notifications.tsx';
import { fileNameOf } from '../../../lib/browser/file-name.ts';
import type { DocumentList } from '../state/list-query.ts';
import type { ListSelection } from '../state/use-selection.ts';
import css from './selection-bar.module.css';
import { useLoadAll } from './use-load-all.ts';

const icon = { size: 20, stroke: 1.75, 'aria-hidden': true } as const;

interface SelectionBarProps {
  list: DocumentList;
  selection: ListSelection;
  /** The list has a box that chooses all that has come. */
  hasBox: boolean;
  onShare: () => void;
  onMove: () => void;
  onDelete: () => void;
  onClose: () => void;
}

/** The actions on all that is chosen. */
export function SelectionBar({ list, selection, hasBox, onShare, onMove, onDelete, onClose }: SelectionBarProps) {
  const documents = selection.chosen;
  const t = useTranslations('organising');
  const download = useDownloadMany();
  const bar = useRef<HTMLDivElement>(null);
  useRoomBelow(bar);
  return (
    <div className={css.room}>
      <div ref={bar} className={css.bar} role="toolbar" aria-label={t('selection')}>
        <Reach list={list} selection={selection} hasBox={hasBox} />
        <div className={css.actions}>
          <Button className={css.action ?? ''} aria-label={t('endSelection')} onPress={onClose}>
            <IconX {...icon} />
          </Button>
          <b className={css.count}>
            <span className={css.short} aria-hidden>
              {documents.length}
            </span>
            <span className={css.words}>{t('selected', { count: documents.length })}</span>
          </b>
          <Button className={css.action ?? ''} isDisabled={documents.length > limits.shareDocuments} onPress={onShare}>
            <IconShare2 {...icon} />
            <span>{t('share')}</span>
          </Button>
          <Button className={css.action ?? ''} isDisabled={!documents.every(({ can }) => can.move)} onPress={onMove}>
            <IconFolderSymlink {...icon} />
            <span>{t('move')}</span>
          </Button>
          <Button
            className={css.action ?? ''}
            isDisabled={download.isPending}
            data-busy={download.isPending || undefined}
            onPress={() => download.mutate(documents)}
          >
            <IconDownload {...icon} />
            <span>{t('download')}</span>
          </Button>
          <Button
            className={css.action ?? ''}
            isDisabled={!documents.every(({ can }) => can.delete)}
            onPress={onDelete}
          >
            <IconTrash {...icon} />
            <span>{t('delete')}</span>
          </Button>
        </div>
      </div>
    </div>
  );
}

type ReachProps = Pick<SelectionBarProps, 'list' | 'selection' | 'hasBox'>;

/** How far the selection goes where the list is longer, and the way to all of it; and what it is too large for. */
function Reach({ list: { query, total }, selection, hasBox }: ReachProps) {
  const t = useTranslations('organising');
  const count = selection.chosen.length;
  const isPart = count < total && (!hasBox || selection.isAllLoaded || count >= limits.selection);
  const loadAll = useLoadAll(query, selection.choose);
  const words = [
    isPart && t('chosenOf', { count, total }),
    isPart && total > limits.selection && t('chosenMost', { most: limits.selection }),
    count > limits.shareDocuments && t('sharedMost', { most: limits.shareDocuments }),
  ].filter(Boolean);
  if (words.length === 0) return null;
  return (
    <div className={css.reach}>
      <output>{words.join(' ')}</output>
      {isPart && count < limits.selection && (
        <Button
          className={css.action ?? ''}
          isDisabled={loadAll.isPending}
          data-busy={loadAll.isPending || undefined}
          onPress={() => loadAll.mutate()}
        >
          {total > limits.selection ? t('chooseFirst', { count: limits.selection }) : t('chooseAll', { count: total })}
        </Button>
      )}
    </div>
  );
}

/** Other elements at the foot of the page (notifications, uploads) are above the bar. */
function useRoomBelow(bar: RefObject<HTMLElement | null>) {
  useEffect(() => {
    const root = document.documentElement;
    const lift = () => root.style.setProperty('--bar-lift', `${(bar.current?.offsetHeight ?? 0) + 8}px`);
    const observer = new ResizeObserver(lift);
    if (bar.current) observer.observe(bar.current);
    return () => {
      observer.disconnect();
      root.style.removeProperty('--bar-lift');
    };
  }, [bar]);
}

/** One as it is, several as a ZIP. */
function useDownloadMany() {
  const queries = useQueryClient();
  const notify = useNotify();
  const errorMessage = useErrorMessage();
  return useMutation({
    mutationFn: async (documents: readonly Document[]) => {
      const answer = await request(downloadDocuments, { body: { documents: documents.map(({ id }) => id) } });
      saveFile(await answer.blob(), fileNameOf(answer.headers.get('Content-Disposition')) ?? 'Perenne.zip');
    },
    onError: (error) => notify({ type: 'error', text: errorMessage(error) }),
    // Reading takes the unread marks away.
    onSuccess: () => void refreshDocuments(queries),
  });
}
