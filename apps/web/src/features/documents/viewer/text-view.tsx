import { useEffect, useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import { printText } from './print/print-sheets.ts';
import { usePrintable } from './print/print-slot.ts';
import css from './text-view.module.css';
import { useContentFocus } from './gestures/use-content-focus.ts';

/** UTF-8 unless the bytes say otherwise: UTF-16 by its mark, else the old Windows encoding. */
function decode(bytes: ArrayBuffer): string {
  const [first, second] = new Uint8Array(bytes, 0, Math.min(2, bytes.byteLength));
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  if (first === 0xfe && second === 0xff) return new TextDecoder('utf-16be').decode(bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch (error) {
    if (error instanceof TypeError) return new TextDecoder('windows-1252').decode(bytes);
    throw error;
  }
}

export function TextView({ content }: { content: Blob }) {
  const t = useTranslations('viewer');
  const frame = useRef<HTMLElement>(null);
  const [text, setText] = useState('');
  useContentFocus(frame);
  usePrintable(async () => printText(text), text !== '');
  useEffect(() => {
    void content.arrayBuffer().then((bytes) => setText(decode(bytes)));
  }, [content]);
  return (
    // The region scrolls, so the keys must reach it.
    <section className={css.frame} ref={frame} aria-label={t('content')} tabIndex={0}>
      <pre className={css.paper}>{text}</pre>
    </section>
  );
}
