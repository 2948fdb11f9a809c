import { type CSSProperties, type RefObject, useEffect, useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import { drawPage, layText } from './draw-page.ts';
import type { Pdf } from './pdf-engine.ts';
import css from './pdf-page.module.css';
import { useMarks } from '../search/use-marks.ts';

interface PdfPageProps {
  pdf: Pdf;
  number: number;
  scale: number;
  /** Until the page itself has said its own. */
  usualSize: { width: number; height: number };
  /** A page wider than this, among narrower ones, is drawn smaller. */
  room: number;
  frame: RefObject<HTMLElement | null>;
  /** Words to mark. */
  words: string;
  /** Which of them is looked at, from 0, if it is on this page. */
  current: number | undefined;
}

/** One page: its room always, its drawing and its text only while it is near what is seen. */
export function PdfPage({ pdf, number, usualSize, room, frame, words, current, ...asked }: PdfPageProps) {
  const t = useTranslations('viewer');
  const sheet = useRef<HTMLElement>(null);
  const canvas = useRef<HTMLDivElement>(null);
  const text = useRef<HTMLDivElement>(null);
  const [size, setSize] = useState(usualSize);
  const [isLaid, setLaid] = useState(false);
  const scale = Math.min(asked.scale, room / size.width);
  const isNear = useIsNear(sheet, frame);
  useEffect(() => {
    if (!isNear || !canvas.current) return;
    const drawing = drawPage({ pdf, number, scale, holder: canvas.current, onSize: setSize });
    return () => drawing.stop();
  }, [isNear, pdf, number, scale]);
  useEffect(() => {
    if (!isNear || !text.current) return;
    const laying = layText({ pdf, number, holder: text.current, onLaid: () => setLaid(true) });
    return () => {
      setLaid(false);
      laying.stop();
    };
  }, [isNear, pdf, number]);
  useMarks({ text, frame, words: isLaid ? words : '', current });
  useEffect(() => {
    if (!isNear) canvas.current?.replaceChildren();
  }, [isNear]);
  const style = {
    width: size.width * scale,
    height: size.height * scale,
    '--total-scale-factor': scale,
  } as CSSProperties;
  return (
    <figure
      ref={sheet}
      className={css.sheet}
      style={style}
      data-page={number}
      aria-label={t('pageOf', { page: number })}
    >
      <div ref={canvas} className={css.canvas} aria-hidden />
      <div ref={text} className={css.text} />
    </figure>
  );
}

/** Within one screen of what is seen. */
function useIsNear(sheet: RefObject<HTMLElement | null>, frame: RefObject<HTMLElement | null>): boolean {
  const [isNear, setNear] = useState(false);
  useEffect(() => {
    if (!sheet.current) return;
    const observer = new IntersectionObserver(([entry]) => setNear(entry?.isIntersecting ?? false), {
      root: frame.current,
      rootMargin: '100% 0px',
    });
    observer.observe(sheet.current);
    return () => observer.disconnect();
  }, [sheet, frame]);
  return isNear;
}
