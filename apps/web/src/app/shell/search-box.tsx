import { IconSearch, IconX } from '@tabler/icons-react';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { Button } from 'react-aria-components/Button';
import { Input } from 'react-aria-components/Input';
import { SearchField } from 'react-aria-components/SearchField';
import { useTranslations } from 'use-intl';
import { classNames } from '../../ui/class-names.ts';
import css from './search-box.module.css';

/** Leads to /documents?q=…; what is searched there stands in the box. */
export function SearchBox({ className }: { className?: string | undefined }) {
  const { q = '' } = useSearch({ strict: false });
  return <SearchInput key={q} asked={q} className={className} />;
}

function SearchInput({ asked, className }: { asked: string; className?: string | undefined }) {
  const t = useTranslations('shell');
  const navigate = useNavigate();
  const { sort, type } = useSearch({ strict: false });
  const kept = { ...(sort ? { sort } : {}), ...(type ? { type } : {}) };
  const [words, setWords] = useState(asked);
  const search = (typed: string) => {
    const q = typed.trim();
    // Another search is of the whole safe, in the order and of the type that were chosen.
    if (q !== asked) void navigate({ to: '/documents/{-$folderId}', search: { ...kept, ...(q ? { q } : {}) } });
  };
  return (
    <SearchField
      aria-label={t('search')}
      className={classNames(css.field, className)}
      value={words}
      onChange={setWords}
      onSubmit={search}
      onClear={() => search('')}
    >
      <IconSearch size={18} stroke={1.75} aria-hidden />
      <Input placeholder={t('search')} className={css.input ?? ''} />
      {words && (
        <Button className={css.clear ?? ''} aria-label={t('clearSearch')}>
          <IconX size={18} stroke={1.75} aria-hidden />
        </Button>
      )}
    </SearchField>
  );
}
