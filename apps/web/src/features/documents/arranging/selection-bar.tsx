import { downloadDocuments } from '@perenne/contract/arranging';
import type { Document } from '@perenne/contract/documents';
import { limits } from '@perenne/contract/fields';
import { IconDownload, IconFolderSymlink, IconShare2, IconTrash, IconX } from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type RefObject, useEffect, useRef } from 'react';
import { Button } from 'react-aria-components/Button';
import { useTranslations } from 'use-intl';
import { request } from '../../../lib/call.ts';
import { refreshDocuments } from '../../../lib/document-queries.ts';
import { saveFile } from '../../../lib/download.ts';
import { useErrorMessage } from '../../../lib/error-message.ts';
import { useNotify } from '../../../ui/notifications.tsx';
import { fileNameOf } from '../../../lib/file-name.ts';
import css from './selection-bar.module.css';

const icon = { size: 20, stroke: 1.75, 'aria-hidden': true } as const;

interface SelectionBarProps {
  documents: readonly Document[];
  onShare: () => void;
  onMove: () => void;
  onDelete: () => void;
  onClose: () => void;
}

/** What can be done with all that is chosen. */
export function SelectionBar({ documents, onShare, onMove, onDelete, onClose }: SelectionBarProps) {
  const t = useTranslations('organising');
  const download = useDownloadMany();
  const bar = useRef<HTMLDivElement>(null);
  useRoomBelow(bar);
  return (
    <div className={css.room}>
      <div ref={bar} className={css.bar} role="toolbar" aria-label={t('selection')}>
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
        <Button className={css.action ?? ''} isDisabled={!documents.every(({ can }) => can.delete)} onPress={onDelete}>
          <IconTrash {...icon} />
          <span>{t('delete')}</span>
        </Button>
      </div>
    </div>
  );
}

/** What else stands at the foot of wide pages (notifications, uploads) stands above the bar. */
function useRoomBelow(bar: RefObject<HTMLElement | null>) {
  useEffect(() => {
    const root = document.documentElement;
    root.style.setProperty('--bar-lift', `${(bar.current?.offsetHeight ?? 0) + 8}px`);
    return () => void root.style.removeProperty('--bar-lift');
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
