import { IconRotateClockwise } from '../../../ui/buttons/icons.ts';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import { IconButton } from '../../../ui/buttons/icon-button.tsx';
import css from './image-view.module.css';
import { useContentFocus } from './gestures/use-content-focus.ts';
import { printPictures } from './print/print-sheets.ts';
import { usePrintable } from './print/print-slot.ts';
import { useFrameSize } from './gestures/use-frame-size.ts';
import { useDoubleTap, usePinch } from './gestures/use-pinch.ts';
import { useSteadyScroll } from './pdf/use-steady-scroll.ts';
import { useZoom } from './gestures/use-zoom.ts';
import { BarControls } from './viewer-bar.tsx';
import type { DrawingFault } from './viewer-content.tsx';
import { ZoomControls } from './gestures/zoom-controls.tsx';

interface ImageViewProps {
  content: Blob;
  title: string;
  onFault: (fault: DrawingFault) => void;
  /** Another is on its way to take its place. */
  isBusy?: boolean;
  /** Controls in the bar before its own. */
  controls?: ReactNode;
}

const margin = 32;

export function ImageView({ content, title, onFault, isBusy, controls }: ImageViewProps) {
  const t = useTranslations('viewer');
  const frame = useRef<HTMLElement>(null);
  const room = useFrameSize(frame);
  const image = useRef<HTMLImageElement>(null);
  const [natural, setNatural] = useState({ width: 0, height: 0 });
  const [turns, setTurns] = useState(0);
  useContentFocus(frame);
  // An address of the browser's own for the bytes, as long as the image is shown.
  useEffect(() => {
    if (!image.current) return;
    const address = URL.createObjectURL(content);
    image.current.src = address;
    return () => URL.revokeObjectURL(address);
  }, [content]);
  const isOnSide = turns % 2 === 1;
  const upright = isOnSide ? { width: natural.height, height: natural.width } : natural;
  const fit = Math.min(1, (room.width - margin) / (upright.width || 1), (room.height - margin) / (upright.height || 1));
  const zoom = useZoom(Math.max(fit, 0.01));
  useSteadyScroll(frame, zoom);
  usePinch(frame, zoom);
  useDoubleTap(frame, zoom);
  usePrintable(() => printPictures([content], natural), natural.width > 0);
  return (
    // The region scrolls, so the keys must reach it.
    <section
      ref={frame}
      className={css.frame}
      data-zoomed={!zoom.isFit || undefined}
      aria-label={t('content')}
      aria-busy={isBusy}
      tabIndex={0}
    >
      <div className={css.box} style={{ width: upright.width * zoom.scale, height: upright.height * zoom.scale }}>
        <img
          ref={image}
          alt={title}
          className={css.image}
          style={{
            width: natural.width * zoom.scale,
            height: natural.height * zoom.scale,
            rotate: `${turns * 90}deg`,
            visibility: natural.width ? 'visible' : 'hidden',
          }}
          onLoad={({ currentTarget: { naturalWidth, naturalHeight } }) =>
            setNatural({ width: naturalWidth, height: naturalHeight })
          }
          onError={() => onFault('damaged')}
        />
      </div>
      <BarControls>
        {controls}
        <ZoomControls zoom={zoom} />
        <IconButton label={t('rotate')} onPress={() => setTurns(turns + 1)}>
          <IconRotateClockwise size={21} stroke={1.75} aria-hidden />
        </IconButton>
      </BarControls>
    </section>
  );
}
