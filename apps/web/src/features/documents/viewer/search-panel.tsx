import { IconChevronDown, IconChevronUp, IconX } from '../../../ui/buttons/icons.ts';
import { type KeyboardEvent, useEffect, useRef } from 'react';
import { useTranslations } from 'use-intl';
import { IconButton } from '../../../ui/buttons/icon-button.tsx';
import css from './search-panel.module.css';
import type { PdfSearch } from './search/use-pdf-search.ts';

const icon = { size: 20, stroke: 1.75, 'aria-hidden': true } as const;

/** Looks for words in the document that is shown. */
export function SearchPanel({ search, onClose }: { search: PdfSearch; onClose: () => void }) {
  const t = useTranslations('viewer');
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.select(), []);
  const { asked, words, total, isDone, position } = search;
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter') search.go(event.shiftKey ? -1 : 1);
    else if (event.key === 'Escape') onClose();
    else return;
    // Escape ends the search, and not the viewer.
    event.preventDefault();
    event.stopPropagation();
  };
  const isNone = words !== '' && isDone && total === 0;
  return (
    <search className={css.panel}>
      <input
        ref={field}
        type="text"
        className={css.field}
        aria-label={t('searchIn')}
        placeholder={t('searchIn')}
        value={asked}
        autoComplete="off"
        spellCheck={false}
        enterKeyHint="search"
        onChange={({ target }) => search.ask(target.value)}
        onKeyDown={onKeyDown}
        // It was opened to type here.
        // oxlint-disable-next-line jsx-a11y/no-autofocus
        autoFocus
      />
      <output className={css.count} data-none={isNone || undefined}>
        {words !== '' && (total > 0 ? t('matches', { position: position + 1, total }) : isDone ? t('noMatch') : '…')}
      </output>
      <IconButton label={t('previousMatch')} isIdle={total === 0} onPress={() => search.go(-1)}>
        <IconChevronUp {...icon} />
      </IconButton>
      <IconButton label={t('nextMatch')} isIdle={total === 0} onPress={() => search.go(1)}>
        <IconChevronDown {...icon} />
      </IconButton>
      <IconButton label={t('closeSearch')} onPress={onClose}>
        <IconX {...icon} />
      </IconButton>
    </search>
  );
}
