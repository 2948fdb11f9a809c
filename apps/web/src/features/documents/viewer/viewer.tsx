import type { Document } from '@perenne/contract/documents';
import { IconArrowLeft, IconChevronLeft, IconChevronRight, IconDownload, IconTrash } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { Dialog } from 'react-aria-components/Dialog';
import { Heading } from 'react-aria-components/Heading';
import { Modal, ModalOverlay } from 'react-aria-components/Modal';
import { useTranslations } from 'use-intl';
import { useFormats } from '../../../lib/formats.ts';
import { IconButton } from '../../../ui/icon-button.tsx';
import { Seal } from '../../../ui/seal.tsx';
import { DeleteDialog } from '../lazy-parts.ts';
import type { DocumentList } from '../list-query.ts';
import { useOriginName } from '../origin.tsx';
import { useDownload } from '../use-document-actions.ts';
import { viewerFrame } from './use-content-focus.ts';
import { useSideKeys } from './use-side-keys.ts';
import { useReadMark, useViewedDocument, useViewerNavigation } from './use-viewer.ts';
import { BarSlotContext } from './viewer-bar.tsx';
import { ViewerContent } from './viewer-content.tsx';
import { DocumentMissing } from './viewer-notice.tsx';
import css from './viewer.module.css';

const icon = { size: 22, stroke: 1.75, 'aria-hidden': true } as const;

interface ViewerProps {
  id: string;
  list: DocumentList;
  onClose: () => void;
}

/** A document over the whole screen. Its address is the list's own with `document=…`. */
export function Viewer({ id, list, onClose }: ViewerProps) {
  const t = useTranslations('viewer');
  const { document, query } = useViewedDocument(id, list);
  const { position, total, showPrevious, showNext } = useViewerNavigation(id, list);
  const markRead = useReadMark();
  const [deleted, setDeleted] = useState<Document>();
  const [slot, setSlot] = useState<HTMLElement | null>(null);
  const frame = useRef<HTMLDivElement>(null);
  useSideKeys(frame, { showPrevious, showNext });
  return (
    <ModalOverlay isOpen onOpenChange={(isOpen) => !isOpen && onClose()} className={css.overlay ?? ''}>
      <Modal className={css.modal ?? ''}>
        <Dialog className={css.dialog ?? ''}>
          <div ref={frame} {...viewerFrame} className={css.frame}>
            <Header
              document={document}
              fallback={query.isError ? t('unavailable') : t('loading')}
              onDelete={setDeleted}
              onClose={onClose}
            />
            <BarSlotContext value={slot}>
              {document && <ViewerContent key={id} document={document} onRead={() => markRead(document)} />}
              {!document && <DocumentMissing query={query} onBack={onClose} />}
            </BarSlotContext>
            <div className={css.bar}>
              <IconButton label={t('previous')} isDisabled={!showPrevious} onPress={() => showPrevious?.()}>
                <IconChevronLeft {...icon} />
              </IconButton>
              {position > 0 && (
                <span className={css.place}>{t('place', { position, total: Math.max(position, total) })}</span>
              )}
              <IconButton label={t('next')} isDisabled={!showNext} onPress={() => showNext?.()}>
                <IconChevronRight {...icon} />
              </IconButton>
              <span ref={setSlot} className={css.slot} />
            </div>
          </div>
          {deleted && (
            <DeleteDialog
              chosen={{ documents: [deleted], folders: [] }}
              onClose={() => setDeleted(undefined)}
              onDone={showNext ?? showPrevious ?? onClose}
            />
          )}
        </Dialog>
      </Modal>
    </ModalOverlay>
  );
}

interface HeaderProps {
  document: Document | undefined;
  /** The title while there is no document. */
  fallback: string;
  onDelete: (document: Document) => void;
  onClose: () => void;
}

function Header({ document, fallback, onDelete, onClose }: HeaderProps) {
  const t = useTranslations('documents');
  const tViewer = useTranslations('viewer');
  const formats = useFormats();
  const originOf = useOriginName();
  const download = useDownload();
  return (
    <header className={css.head}>
      <IconButton label={tViewer('close')} onPress={onClose}>
        <IconArrowLeft {...icon} />
      </IconButton>
      <div className={css.words}>
        <Heading slot="title" className={css.title ?? ''}>
          {document?.title ?? fallback}
        </Heading>
        {document && (
          <p className={css.facts}>
            {document.addedBy === 'company' && <Seal label={t('original')} size={16} />}
            <span>{originOf(document)}</span>
            <span className={css.long}>{tViewer('addedOn', { date: formats.dateLong(document.addedAt) })}</span>
            <span className={css.short}>{formats.dateShort(document.addedAt)}</span>
            <span className={css.size}>{formats.size(document.size)}</span>
          </p>
        )}
      </div>
      {document && (
        <IconButton label={t('download')} isDisabled={download.isPending} onPress={() => download.mutate(document)}>
          <IconDownload {...icon} />
        </IconButton>
      )}
      {document?.can.delete && document.remainingDays === undefined && (
        <IconButton label={t('delete')} onPress={() => onDelete(document)}>
          <IconTrash {...icon} />
        </IconButton>
      )}
    </header>
  );
}
