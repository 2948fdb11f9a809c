import { type KeyboardEvent, useState } from 'react';
import { useTranslations } from 'use-intl';
import css from './page-field.module.css';

interface PageFieldProps {
  page: number;
  total: number;
  onPage: (page: number) => void;
}

/** The page in view among all, and the way to another. */
export function PageField({ page, total, onPage }: PageFieldProps) {
  const t = useTranslations('viewer');
  const [typed, setTyped] = useState<string>();
  const go = () => {
    const wanted = Math.round(Number(typed));
    if (typed && Number.isFinite(wanted)) onPage(Math.min(total, Math.max(1, wanted)));
    setTyped(undefined);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter') go();
    else if (event.key === 'Escape' && typed !== undefined) setTyped(undefined);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <span className={css.field}>
      <output className="sr">{t('page', { page, total })}</output>
      <input
        className={css.input}
        aria-label={t('goToPage', { total })}
        inputMode="numeric"
        autoComplete="off"
        size={Math.max(2, String(total).length)}
        value={typed ?? String(page)}
        onFocus={({ target }) => target.select()}
        onChange={({ target }) => setTyped(target.value.replace(/\D/g, ''))}
        onKeyDown={onKeyDown}
        onBlur={go}
      />
      <span aria-hidden>{t('ofPages', { total })}</span>
    </span>
  );
}
