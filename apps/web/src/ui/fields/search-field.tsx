import { IconSearch, IconX } from '../buttons/icons.ts';
import { useEffect, useEffectEvent, useState } from 'react';
import { Button } from 'react-aria-components/Button';
import { Input } from 'react-aria-components/Input';
import { SearchField as AriaSearchField } from 'react-aria-components/SearchField';
import css from './search-field.module.css';

const pauseMs = 300;

interface SearchFieldProps {
  label: string;
  clearLabel: string;
  /** The current search. */
  asked: string;
  onSearch: (words: string) => void;
}

/** Searches while one types, at each pause. */
export function SearchField({ label, clearLabel, asked, onSearch }: SearchFieldProps) {
  const [words, setWords] = useState(asked);
  const [known, setKnown] = useState({ asked, searched: asked });
  // The search was changed elsewhere: by a link, or by going back.
  if (asked !== known.asked) {
    setKnown({ asked, searched: asked });
    if (asked !== known.searched) setWords(asked);
  }
  const search = useEffectEvent((typed: string) => {
    if (typed === asked) return;
    setKnown({ asked, searched: typed });
    onSearch(typed);
  });
  useEffect(() => {
    const timer = setTimeout(() => search(words.trim()), pauseMs);
    return () => clearTimeout(timer);
  }, [words]);
  return (
    <AriaSearchField aria-label={label} className={css.field ?? ''} value={words} onChange={setWords}>
      <IconSearch size={18} stroke={1.75} aria-hidden />
      <Input placeholder={label} className={css.input ?? ''} />
      {words && (
        <Button className={css.clear ?? ''} aria-label={clearLabel}>
          <IconX size={18} stroke={1.75} aria-hidden />
        </Button>
      )}
    </AriaSearchField>
  );
}
