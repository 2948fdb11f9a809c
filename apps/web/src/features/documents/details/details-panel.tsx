import type { Document } from '@perenne/contract/documents';
import { IconPrinter, IconX } from '../../../ui/buttons/icons.ts';
import { useEffect, useEffectEvent, useRef } from 'react';
import { useTranslations } from 'use-intl';
import { Button } from '../../../ui/buttons/button.tsx';
import { IconButton } from '../../../ui/buttons/icon-button.tsx';
import { Expiry } from './expiry.tsx';
import { Corrections } from './corrections.tsx';
import css from './details-panel.module.css';
import { DocumentFacts } from './document-facts.tsx';
import { Integrity } from './integrity.tsx';
import { InvoiceFacts } from './invoice-facts.tsx';
import { SharedWith } from './shared-with.tsx';

export interface DetailsPanelProps {
  document: Document;
  /** For a header that has no room for it. */
  onPrint?: (() => void) | undefined;
  /** Shows another document in the place of this one. */
  onShow: (id: string) => void;
  onClose: () => void;
}

/** The facts of a document, and its proofs. */
export function DetailsPanel({ document, onPrint, onShow, onClose }: DetailsPanelProps) {
  const t = useTranslations('details');
  const viewer = useTranslations('viewer');
  const panel = useRef<HTMLElement>(null);
  const close = useEffectEvent(onClose);
  useEffect(() => {
    const element = panel.current;
    element?.focus({ preventScroll: true });
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return;
      // It ends the panel, and not the viewer.
      event.stopPropagation();
      close();
    };
    element?.addEventListener('keydown', onKeyDown);
    return () => element?.removeEventListener('keydown', onKeyDown);
  }, []);
  return (
    <aside ref={panel} className={css.panel} aria-label={t('title')} tabIndex={-1}>
      <div className={css.head}>
        <h3>{t('title')}</h3>
        <IconButton label={t('close')} onPress={onClose}>
          <IconX size={20} stroke={1.75} aria-hidden />
        </IconButton>
      </div>
      <DocumentFacts document={document} />
      <InvoiceFacts document={document} />
      <Corrections document={document} onShow={onShow} />
      {document.can.setExpiry && <Expiry document={document} />}
      <SharedWith document={document} />
      <Integrity key={document.id} document={document} />
      {onPrint && (
        <div className={css.print}>
          <Button onPress={onPrint}>
            <IconPrinter size={19} stroke={1.75} aria-hidden />
            {viewer('print')}
          </Button>
        </div>
      )}
    </aside>
  );
}
