import { IconLayoutGrid, IconList } from '@tabler/icons-react';
import { useState } from 'react';
import { ToggleButton } from 'react-aria-components/ToggleButton';
import { ToggleButtonGroup } from 'react-aria-components/ToggleButtonGroup';
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

export function ViewSwitch({ view, onChange }: { view: View; onChange: (view: View) => void }) {
  const t = useTranslations('documents');
  return (
    <ToggleButtonGroup
      aria-label={t('view')}
      className={css.views ?? ''}
      selectedKeys={[view]}
      onSelectionChange={([chosen]) => onChange(chosen === 'grid' ? 'grid' : 'list')}
      disallowEmptySelection
    >
      <ToggleButton id="list" aria-label={t('viewList')} className={css.view ?? ''}>
        <IconList size={20} stroke={1.75} aria-hidden />
      </ToggleButton>
      <ToggleButton id="grid" aria-label={t('viewGrid')} className={css.view ?? ''}>
        <IconLayoutGrid size={19} stroke={1.75} aria-hidden />
      </ToggleButton>
    </ToggleButtonGroup>
  );
}
