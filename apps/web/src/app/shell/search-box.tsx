import { IconFileSearch, IconSearch, IconX } from '../../ui/buttons/icons.ts';
import { useLocation, useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { Button } from 'react-aria-components/Button';
import { Input } from 'react-aria-components/Input';
import { SearchField } from 'react-aria-components/SearchField';
import { useTranslations } from 'use-intl';
import { makePart } from '../../lib/lazy/part.tsx';
import { classNames } from '../../ui/buttons/class-names.ts';
import css from './search-box.module.css';

const ContentReadingDialog = makePart(
  () =>
    import('../../features/documents/content-reading/content-reading-dialog.tsx').then(
      (module) => module.ContentReadingDialog,
    ),
  'reading',
);

/** Leads to /documents?q=…; the box holds what is searched there. */
export function SearchBox({ className }: { className?: string | undefined }) {
  const t = useTranslations('shell');
  const { words, type, submit, clear } = useSearchWords();
  const [isAsking, setAsking] = useState(false);
  return (
    <>
      <SearchField
        aria-label={t('search')}
        className={classNames(css.field, className)}
        value={words}
        onChange={type}
        onSubmit={submit}
        onClear={clear}
      >
        <IconSearch size={18} stroke={1.75} aria-hidden />
        <Input placeholder={t('search')} className={css.input ?? ''} />
        {words && (
          <Button className={css.clear ?? ''} aria-label={t('clearSearch')}>
            <IconX size={18} stroke={1.75} aria-hidden />
          </Button>
        )}
        <Button
          // Not the button that the field itself would make of it.
          slot={null}
          className={css.options ?? ''}
          aria-label={t('searchOptions')}
          onPress={() => setAsking(true)}
        >
          <IconFileSearch size={19} stroke={1.75} aria-hidden />
        </Button>
      </SearchField>
      {isAsking && <ContentReadingDialog onClose={() => setAsking(false)} />}
    </>
  );
}

/** A hand that types rests so long between two words. */
const restMs = 350;
/** One letter finds nearly everything. */
const fewestLetters = 2;

/** The text in the box. On the page of documents the list follows it as it is typed; elsewhere Enter leads there. */
function useSearchWords() {
  const { q = '', sort, type: documentType, view } = useSearch({ strict: false });
  const isOnDocuments = useLocation({ select: ({ pathname }) => pathname.startsWith('/documents') });
  const navigate = useNavigate();
  const [words, setWords] = useState(q);
  const [known, setKnown] = useState({ q, asked: q, isTyping: false });
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  // The address was changed elsewhere: by going back, or by the way out of all filters.
  if (q !== known.q) {
    const isOurs = q === known.asked;
    setKnown({ q, asked: q, isTyping: isOurs && known.isTyping });
    if (!isOurs) setWords(q);
  }
  const search = (typed: string, isTyping: boolean) => {
    clearTimeout(timer.current);
    const asked = typed.trim();
    setKnown({ q, asked, isTyping });
    if (asked === q) return;
    // Another search is of the whole safe, in the order and of the type that were chosen.
    const kept = isOnDocuments ? { sort, type: documentType, view } : {};
    const chosen = Object.fromEntries(Object.entries(kept).filter(([, value]) => value !== undefined));
    void navigate({
      to: '/documents/{-$folderId}',
      search: { ...chosen, ...(asked ? { q: asked } : {}) },
      // Going back leaves the search, not its last letter.
      replace: known.isTyping,
    });
  };
  return {
    words,
    submit: (typed: string) => search(typed, false),
    clear: () => search('', false),
    type: (typed: string) => {
      setWords(typed);
      clearTimeout(timer.current);
      const { length } = typed.trim();
      if (isOnDocuments && (length === 0 || length >= fewestLetters))
        timer.current = setTimeout(() => search(typed, true), restMs);
    },
  };
}
