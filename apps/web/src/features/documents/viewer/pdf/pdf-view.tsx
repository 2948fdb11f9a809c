import { IconSearch } from '../../../../ui/buttons/icons.ts';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import { IconButton } from '../../../../ui/buttons/icon-button.tsx';
import { PageField } from './page-field.tsx';
import { ContentLoading } from '../content-loading.tsx';
import { openPdf, type Pdf, pdfFault } from './pdf-engine.ts';
import { PdfPage } from './pdf-page.tsx';
import css from './pdf-view.module.css';
import { printPdf } from '../print/print-pdf.ts';
import { usePrintable } from '../print/print-slot.ts';
import { SearchPanel } from '../search-panel.tsx';
import { useSearchKeys } from '../search/use-search-keys.ts';
import { usePdfSearch } from '../search/use-pdf-search.ts';
import { useContentFocus } from '../gestures/use-content-focus.ts';
import { useCurrentPage } from './use-current-page.ts';
import { useFrameSize } from '../gestures/use-frame-size.ts';
import { usePinch } from '../gestures/use-pinch.ts';
import { useSteadyScroll } from './use-steady-scroll.ts';
import { useZoom } from '../gestures/use-zoom.ts';
import { BarControls } from '../viewer-bar.tsx';
import type { DrawingFault } from '../viewer-content.tsx';
import { ZoomControls } from '../gestures/zoom-controls.tsx';

interface PdfViewProps {
  content: Blob;
  onFault: (fault: DrawingFault) => void;
}

interface OpenedPdf {
  pdf: Pdf;
  /** The size of the first page, in points: the others are taken to be like it until they are seen. */
  pageSize: { width: number; height: number };
}

export function PdfView({ content, onFault }: PdfViewProps) {
  const [opened, setOpened] = useState<OpenedPdf>();
  const fail = useEffectEvent((error: unknown) => onFault(pdfFault(error)));
  useEffect(() => {
    let isOver = false;
    let close: (() => Promise<void>) | undefined;
    const open = async () => {
      const bytes = new Uint8Array(await content.arrayBuffer());
      if (isOver) return;
      const engine = openPdf(bytes);
      ({ close } = engine);
      const pdf = await engine.opened;
      const { width, height } = (await pdf.getPage(1)).getViewport({ scale: 1 });
      if (!isOver) setOpened({ pdf, pageSize: { width, height } });
    };
    open().catch((error: unknown) => {
      if (!isOver) fail(error);
    });
    return () => {
      isOver = true;
      setOpened(undefined);
      void close?.();
    };
  }, [content]);
  return opened ? <Pages {...opened} /> : <ContentLoading progress={1} />;
}

const margin = 32;
/** Points are 1/72 of an inch, CSS pixels 1/96: beyond this, a page on a wide screen is only larger, not clearer. */
const mostFit = 1.5;

function Pages({ pdf, pageSize }: OpenedPdf) {
  const t = useTranslations('viewer');
  const frame = useRef<HTMLElement>(null);
  const { width } = useFrameSize(frame);
  const room = width - (width < 600 ? margin / 2 : margin);
  const zoom = useZoom(Math.min(mostFit, Math.max(0.1, room / pageSize.width)));
  const page = useCurrentPage(frame);
  const [isSearching, setSearching] = useState(false);
  const search = usePdfSearch(pdf, page);
  const current = isSearching ? search.current : undefined;
  useContentFocus(frame);
  useSteadyScroll(frame, zoom);
  usePinch(frame, zoom);
  useSearchKeys(() => setSearching(true));
  usePrintable(() => printPdf(pdf));
  const goTo = (number: number) => {
    const sheet = frame.current?.querySelector<HTMLElement>(`[data-page="${number}"]`);
    frame.current?.scrollTo({ top: (sheet?.offsetTop ?? 0) - margin / 2 });
  };
  const bring = useEffectEvent((number: number) => {
    if (Math.abs(number - page) > 1) goTo(number);
  });
  const currentPage = current?.page;
  useEffect(() => {
    if (currentPage) bring(currentPage);
  }, [currentPage]);
  const pages = Array.from({ length: pdf.numPages }, (_, index) => index + 1);
  return (
    <div className={css.holder}>
      {isSearching && (
        <SearchPanel
          search={search}
          onClose={() => {
            setSearching(false);
            frame.current?.focus({ preventScroll: true });
          }}
        />
      )}
      {/* The region scrolls, so the keys must reach it. */}
      <section
        ref={frame}
        className={css.frame}
        data-zoomed={!zoom.isFit || undefined}
        aria-label={t('content')}
        tabIndex={0}
      >
        {width > 0 &&
          pages.map((number) => (
            <PdfPage
              key={number}
              pdf={pdf}
              number={number}
              scale={zoom.scale}
              usualSize={pageSize}
              room={zoom.isFit ? room : Infinity}
              frame={frame}
              words={isSearching ? search.words : ''}
              current={current?.page === number ? current.index : undefined}
            />
          ))}
      </section>
      <BarControls>
        <PageField page={page} total={pdf.numPages} onPage={goTo} />
        <ZoomControls zoom={zoom} />
        <IconButton label={t('search')} aria-expanded={isSearching} onPress={() => setSearching(!isSearching)}>
          <IconSearch size={21} stroke={1.75} aria-hidden />
        </IconButton>
      </BarControls>
    </div>
  );
}
