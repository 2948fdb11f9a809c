import type { Document } from '@perenne/contract/documents';
import { useRef, useState } from 'react';
import { Dialog } from 'react-aria-components/Dialog';
import { Modal, ModalOverlay } from 'react-aria-components/Modal';
import { useTranslations } from 'use-intl';
import { makePart } from '../../../lib/lazy/part.tsx';
import { DeleteDialog } from '../list/lazy-parts.ts';
import type { DocumentList } from '../state/list-query.ts';
import { DocumentNotices } from './document-notices.tsx';
import { PrintSlotContext } from './print/print-slot.ts';
import { usePrint } from './use-print.ts';
import { viewerFrame } from './gestures/use-content-focus.ts';
import { useSideKeys } from './gestures/use-side-keys.ts';
import { useSwipe } from './gestures/use-swipe.ts';
import { useReadMark, useViewedDocument, useViewerNavigation } from './use-viewer.ts';
import { BarSlotContext } from './viewer-bar.tsx';
import { ViewerContent } from './viewer-content.tsx';
import { ViewerFoot } from './viewer-foot.tsx';
import { ViewerHead } from './viewer-head.tsx';
import { DocumentMissing } from './viewer-notice.tsx';
import css from './viewer.module.css';

const DetailsPanel = makePart(() => import('../details/details-panel.tsx').then((module) => module.DetailsPanel));

interface ViewerProps {
  id: string;
  list: DocumentList;
  onClose: () => void;
}

/** A document over the whole screen. Its address is the list's own with `document=…`. */
export function Viewer({ id, list, onClose }: ViewerProps) {
  const t = useTranslations('viewer');
  const { document, query } = useViewedDocument(id, list);
  const { position, total, showPrevious, showNext, showDocument } = useViewerNavigation(id, list);
  const markRead = useReadMark();
  const [deleted, setDeleted] = useState<Document>();
  const [hasDetails, setDetails] = useState(false);
  const [slot, setSlot] = useState<HTMLElement | null>(null);
  const print = usePrint();
  const frame = useRef<HTMLDivElement>(null);
  const body = useRef<HTMLDivElement>(null);
  const sides = { showPrevious, showNext };
  useSideKeys(frame, sides);
  useSwipe(body, sides);
  const closeDetails = () => {
    setDetails(false);
    frame.current?.querySelector<HTMLElement>('[data-details]')?.focus();
  };
  return (
    <ModalOverlay isOpen onOpenChange={(isOpen) => !isOpen && onClose()} className={css.overlay ?? ''}>
      <Modal className={css.modal ?? ''}>
        <Dialog className={css.dialog ?? ''}>
          <div ref={frame} {...viewerFrame} className={css.frame}>
            <ViewerHead
              document={document}
              fallback={query.isError ? t('unavailable') : t('loading')}
              print={print}
              hasDetails={hasDetails}
              onDetails={() => setDetails(!hasDetails)}
              onDelete={setDeleted}
              onClose={onClose}
            />
            <div className={css.body}>
              <div ref={body} className={css.content}>
                {document && (
                  <DocumentNotices
                    key={`notices ${id}`}
                    document={document}
                    onShow={showDocument}
                    onAsk={() => setDetails(true)}
                  />
                )}
                <BarSlotContext value={slot}>
                  <PrintSlotContext value={print.register}>
                    {document && <ViewerContent key={id} document={document} onRead={() => markRead(document)} />}
                    {!document && <DocumentMissing query={query} onBack={onClose} />}
                  </PrintSlotContext>
                </BarSlotContext>
              </div>
              {document && hasDetails && (
                <DetailsPanel document={document} onPrint={print.start} onShow={showDocument} onClose={closeDetails} />
              )}
            </div>
            <ViewerFoot {...{ position, total, showPrevious, showNext }} slotRef={setSlot} />
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
