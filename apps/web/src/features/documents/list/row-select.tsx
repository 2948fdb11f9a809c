import type { Document } from '@perenne/contract/documents';
import { type KeyboardEvent, useLayoutEffect, useRef } from 'react';
import { useTranslations } from 'use-intl';
import { useListActions } from './list-actions.tsx';
import css from './row-select.module.css';

/** The box that chooses a row. A plain one: a long list draws hundreds. */
export function RowSelect({ document: { id, title } }: { document: Document }) {
  const t = useTranslations('documents');
  const { selection } = useListActions();
  return (
    <input
      type="checkbox"
      className={css.box}
      aria-label={t('selectNamed', { title })}
      data-select={id}
      checked={selection.has(id)}
      onChange={({ nativeEvent }) => selection.toggle(id, nativeEvent instanceof MouseEvent && nativeEvent.shiftKey)}
      onKeyDown={(event) => goByArrows(event, (other) => selection.toggle(other, true))}
    />
  );
}

/** From box to box; with Shift, what is passed is chosen. */
function goByArrows(event: KeyboardEvent<HTMLInputElement>, choose: (id: string) => void) {
  const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
  if (step === 0) return;
  const boxes = [...document.querySelectorAll<HTMLInputElement>('[data-select]')];
  const next = boxes[boxes.indexOf(event.currentTarget) + step];
  event.preventDefault();
  if (!next) return;
  next.focus();
  next.scrollIntoView({ block: 'nearest' });
  if (event.shiftKey) choose(next.dataset.select ?? '');
}

/** The box of the heading: all that has come. The bar below offers what has not. */
export function SelectAll() {
  const t = useTranslations('documents');
  const { isOn, isAll, toggleAll } = useListActions().selection;
  const box = useRef<HTMLInputElement>(null);
  // Pressing it takes its mark of a part away, which more of a part has then to give back: at each change.
  useLayoutEffect(() => {
    if (box.current) box.current.indeterminate = isOn && !isAll;
  });
  return (
    <input
      ref={box}
      type="checkbox"
      className={css.box}
      aria-label={t('selectAll')}
      checked={isAll}
      onChange={toggleAll}
    />
  );
}
