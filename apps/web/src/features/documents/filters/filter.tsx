import { IconChevronDown, IconX } from '../../../ui/buttons/icons.ts';
import { useRef } from 'react';
import { Button } from 'react-aria-components/Button';
import { useTranslations } from 'use-intl';
import { Menu, type MenuEntry } from '../../../ui/overlays/menu.tsx';
import css from './filters.module.css';

interface FilterProps {
  label: string;
  chosen: string | undefined;
  chosenLabel: string | undefined;
  entries: readonly MenuEntry[];
  onRemove: () => void;
}

/** A list to choose from; once chosen, the choice replaces it, with the way to take it off. */
export function Filter({ label, chosen, chosenLabel, entries, onRemove }: FilterProps) {
  const t = useTranslations('documents');
  const pill = useRef<HTMLSpanElement>(null);
  return (
    <span ref={pill} className={css.pill} data-on={chosenLabel !== undefined || undefined}>
      <Menu
        label={label}
        placement="bottom start"
        selectedId={chosen ?? ''}
        trigger={
          <Button className={css.chip ?? ''}>
            {chosenLabel !== undefined && <span className="sr">{t('named', { label })}</span>}
            <span className={css.words}>{chosenLabel ?? label}</span>
            {chosenLabel === undefined && <IconChevronDown size={16} stroke={1.75} aria-hidden />}
          </Button>
        }
        entries={entries}
      />
      {chosenLabel !== undefined && (
        <Button
          className={css.remove ?? ''}
          aria-label={t('removeFilter', { name: chosenLabel })}
          onPress={() => {
            onRemove();
            pill.current?.querySelector('button')?.focus();
          }}
        >
          <IconX size={16} stroke={1.75} aria-hidden />
        </Button>
      )}
    </span>
  );
}
