import { IconLayoutGrid, IconList } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { useTranslations } from 'use-intl';
import { readLocal, writeLocal } from '../../lib/local-store.ts';
import { changed, useListSearch, type View } from './list-search.ts';
import css from './view-switch.module.css';

const storedKey = 'documentsView';

/** The address tells it; where it does not, this browser remembers the one that was last chosen. */
export function useView() {
  const { search } = useListSearch();
  const navigate = useNavigate({ from: '/documents/{-$folderId}' });
  const view = search.view ?? (readLocal(storedKey) === 'grid' ? 'grid' : 'list');
  const choose = (chosen: View) => {
    writeLocal(storedKey, chosen);
    void navigate({ to: '.', search: changed({ view: chosen }), replace: true, resetScroll: false });
  };
  return [view, choose] as const;
}

const buttons = [
  { view: 'list', label: 'viewList', Icon: IconList },
  { view: 'grid', label: 'viewGrid', Icon: IconLayoutGrid },
] as const;

/** Plain radio buttons: the arrows go from one to the other by themselves. */
export function ViewSwitch({ view: shown, onChange }: { view: View; onChange: (view: View) => void }) {
  const t = useTranslations('documents');
  return (
    <fieldset className={css.views} aria-label={t('view')}>
      {buttons.map(({ view, label, Icon }) => (
        <label key={view} className={css.view} title={t(label)}>
          <input
            type="radio"
            name="view"
            className={css.choice}
            aria-label={t(label)}
            checked={view === shown}
            onChange={() => onChange(view)}
          />
          <Icon size={20} stroke={1.75} aria-hidden />
        </label>
      ))}
    </fieldset>
  );
}
