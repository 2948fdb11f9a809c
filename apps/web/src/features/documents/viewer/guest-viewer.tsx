import { IconArrowLeft, IconDownload, IconFileUnknown, IconLock } from '../../../ui/buttons/icons.ts';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { Dialog } from 'react-aria-components/Dialog';
import { Heading } from 'react-aria-components/Heading';
import { Modal, ModalOverlay } from 'react-aria-components/Modal';
import { useTranslations } from 'use-intl';
import { isApiError, NetworkError } from '../../../lib/api/api-error.ts';
import { useErrorMessage } from '../../../lib/api/error-message.ts';
import type { GuestViewerProps } from '../../../lib/documents/guest-viewer.ts';
import { EmptyState } from '../../../ui/feedback/empty-state.tsx';
import { ErrorState } from '../../../ui/feedback/error-state.tsx';
import { IconButton } from '../../../ui/buttons/icon-button.tsx';
import { ContentLoading, Notice } from './content-loading.tsx';
import { ImageView } from './image-view.tsx';
import { LatePdf } from './pdf/late-pdf.tsx';
import { TextView } from './text-view.tsx';
import { viewerFrame } from './gestures/use-content-focus.ts';
import { useSideKeys } from './gestures/use-side-keys.ts';
import { useSwipe } from './gestures/use-swipe.ts';
import { BarSlotContext } from './viewer-bar.tsx';
import type { DrawingFault } from './viewer-content.tsx';
import { ViewerFoot } from './viewer-foot.tsx';
import { formatName, viewerKind } from './viewer-kind.ts';
import css from './viewer.module.css';

const icon = { size: 22, stroke: 1.75, 'aria-hidden': true } as const;

/** A document that somebody else keeps, over the whole screen. */
export function GuestViewer(props: GuestViewerProps) {
  const { document, facts, position, total, showPrevious, showNext, onClose } = props;
  const t = useTranslations('viewer');
  const [slot, setSlot] = useState<HTMLElement | null>(null);
  const [attempt, setAttempt] = useState(0);
  const frame = useRef<HTMLDivElement>(null);
  const body = useRef<HTMLDivElement>(null);
  const sides = { showPrevious, showNext };
  useSideKeys(frame, sides);
  useSwipe(body, sides);
  return (
    <ModalOverlay isOpen onOpenChange={(isOpen) => !isOpen && onClose()} className={css.overlay ?? ''}>
      <Modal className={css.modal ?? ''}>
        <Dialog className={css.dialog ?? ''}>
          <div ref={frame} {...viewerFrame} className={css.frame}>
            <header className={css.head}>
              <IconButton label={t('close')} onPress={onClose}>
                <IconArrowLeft {...icon} />
              </IconButton>
              <div className={css.words}>
                <Heading slot="title" className={css.title ?? ''}>
                  {document.title}
                </Heading>
                <p className={css.facts}>{facts}</p>
              </div>
              <IconButton label={props.downloadLabel} isIdle={props.isDownloading} onPress={props.onDownload}>
                <IconDownload {...icon} />
              </IconButton>
            </header>
            <div className={css.body}>
              <div ref={body} className={css.content}>
                <BarSlotContext value={slot}>
                  <GuestContent key={`${document.id} ${attempt}`} {...props} onRetry={() => setAttempt(attempt + 1)} />
                </BarSlotContext>
              </div>
              <div className={css.transfer}>{props.transfer}</div>
            </div>
            <ViewerFoot {...{ position, total, showPrevious, showNext }} slotRef={setSlot} />
          </div>
        </Dialog>
      </Modal>
    </ModalOverlay>
  );
}

function GuestContent({ document, read, onFault, onRetry }: GuestViewerProps & { onRetry: () => void }) {
  // Marked pictures go out in a format that every browser draws.
  const isPicture = document.watermarked && document.mimeType.startsWith('image/');
  const kind = isPicture ? 'image' : viewerKind(document);
  const [progress, setProgress] = useState(0);
  const [content, setContent] = useState<Blob>();
  const [error, setError] = useState<unknown>();
  const [fault, setFault] = useState<DrawingFault>();
  const isShown = kind !== 'none' && kind !== 'scan';
  const load = useEffectEvent((signal: AbortSignal) => read({ signal, onProgress: setProgress }));
  const fail = useEffectEvent((failure: unknown) => {
    if (!onFault(failure)) setError(failure);
  });
  useEffect(() => {
    if (!isShown) return;
    const controller = new AbortController();
    load(controller.signal).then(setContent, (failure: unknown) => {
      if (!controller.signal.aborted) fail(failure);
    });
    return () => controller.abort();
  }, [isShown]);
  if (!isShown || fault) return <NotShown document={document} fault={fault} />;
  if (error !== undefined) return <Failed error={error} onRetry={onRetry} />;
  if (!content) return <ContentLoading progress={progress} />;
  if (kind === 'image') return <ImageView content={content} title={document.title} onFault={setFault} />;
  if (kind === 'text') return <TextView content={content} />;
  return <LatePdf content={content} onFault={setFault} />;
}

const noticeIcon = { size: 36, stroke: 1.5 } as const;

interface NotShownProps {
  document: GuestViewerProps['document'];
  fault: DrawingFault | undefined;
}

function NotShown({ document, fault }: NotShownProps) {
  const t = useTranslations('viewer');
  const isText = document.mimeType.startsWith('text/');
  const plain = isText ? t('tooLarge') : t('noPreviewText', { format: formatName(document) });
  return (
    <Notice>
      <EmptyState
        icon={fault === 'locked' ? <IconLock {...noticeIcon} /> : <IconFileUnknown {...noticeIcon} />}
        title={t(fault ?? 'noPreview')}
      >
        {fault ? t(`${fault}Text`) : plain}
      </EmptyState>
    </Notice>
  );
}

/** A paper with too many pages to be marked has as many at the next try. */
const isTooLong = (error: unknown): boolean =>
  isApiError(error) && error.errors.some(({ params }) => params?.limit === 'markedPages');

function Failed({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const errorMessage = useErrorMessage('sharing');
  return (
    <Notice>
      <ErrorState
        message={errorMessage(error)}
        isOffline={error instanceof NetworkError}
        {...(!isTooLong(error) && { onRetry })}
      />
    </Notice>
  );
}
