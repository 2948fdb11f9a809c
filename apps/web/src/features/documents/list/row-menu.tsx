import type { Document } from '@perenne/contract/documents';
import { IconDots } from '../../../ui/buttons/icons.ts';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { PlainIconButton } from '../../../ui/buttons/icon-button.tsx';
import { Late } from '../../../ui/lazy/late.tsx';
import type { OpenRowMenu } from './open-row-menu.tsx';

const loadMenu = () => import('./open-row-menu.tsx').then((module) => module.OpenRowMenu);
// Without a connection, the press shows it.
const preload = () => void loadMenu().catch(() => undefined);

interface Opened {
  isByKeys: boolean;
  /** Once its code has come. */
  Menu?: typeof OpenRowMenu;
}

/** Leads to what can be done with one document. A plain button until it is pressed: a long list draws hundreds. */
export function RowMenu({ document }: { document: Document }) {
  const t = useTranslations('documents');
  const [opened, setOpened] = useState<Opened>();
  if (opened?.Menu) return <opened.Menu document={document} isOpenedByKeys={opened.isByKeys} />;
  return (
    <>
      <PlainIconButton
        label={t('actionsOf', { title: document.title })}
        aria-haspopup="menu"
        aria-expanded={false}
        onPointerEnter={preload}
        onFocus={preload}
        // A click that no pointer made comes from a key, or from a screen reader.
        onClick={({ detail }) => setOpened({ isByKeys: detail === 0 })}
        // A user who goes on to something else while the code loads does not want the menu any more.
        onBlur={({ relatedTarget }) => relatedTarget && setOpened(undefined)}
      >
        <IconDots size={20} stroke={1.75} aria-hidden />
      </PlainIconButton>
      {opened && (
        <Late load={loadMenu} onCome={(Menu) => setOpened({ ...opened, Menu })} onFail={() => setOpened(undefined)} />
      )}
    </>
  );
}
