import { IconLayoutGrid, IconList } from '../../../ui/buttons/icons.ts';
import { useNavigate } from '@tanstack/react-router';
import { useTranslations } from 'use-intl';
import { changed, useListSearch, type View } from '../state/list-search.ts';
import { rememberView } from '../state/remembered-view.ts';
import css from './view-switch.module.css';

/** The address holds it: a copied link shows the list as it was seen. */
export function useView() {
  const { search } = useListSearch();
  const navigate = useNavigate({ from: '/documents/{-$folderId}' });
  const view = search.view ?? 'list';
  const choose = (chosen: View) => {
    rememberView(chosen);
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
