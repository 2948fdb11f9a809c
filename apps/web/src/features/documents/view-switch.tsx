import { IconLayoutGrid, IconList } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { readLocal, writeLocal } from '../../lib/local-store.ts';
import css from './view-switch.module.css';

export type View = 'list' | 'grid';

const storedKey = 'documentsView';

/** This browser remembers the one that was last chosen. */
export function useView() {
  const [view, setView] = useState<View>(readLocal(storedKey) === 'grid' ? 'grid' : 'list');
  const choose = (chosen: View) => {
    writeLocal(storedKey, chosen);
    setView(chosen);
  };
  return [view, choose] as const;
}

const views = [
  { view: 'list', label: 'viewList', Icon: IconList },
  { view: 'grid', label: 'viewGrid', Icon: IconLayoutGrid },
] as const;

/** Plain radio buttons: the arrows go from one to the other by themselves. */
export function ViewSwitch({ view: shown, onChange }: { view: View; onChange: (view: View) => void }) {
  const t = useTranslations('documents');
  return (
    <fieldset className={css.views} aria-label={t('view')}>
      {views.map(({ view, label, Icon }) => (
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
