import type { Document } from '@perenne/contract/documents';
import { IconDots } from '@tabler/icons-react';
import { lazy, Suspense, useState } from 'react';
import { useTranslations } from 'use-intl';
import { PlainIconButton } from '../../ui/icon-button.tsx';

const loadMenu = () => import('./open-row-menu.tsx');
const OpenRowMenu = lazy(() => loadMenu().then((module) => ({ default: module.OpenRowMenu })));
const preload = () => void loadMenu();

/** Leads to what can be done with one document. A plain button until it is pressed: a long list draws hundreds. */
export function RowMenu({ document }: { document: Document }) {
  const t = useTranslations('documents');
  const [isOpenedByKeys, setOpenedByKeys] = useState<boolean>();
  const button = (
    <PlainIconButton
      label={t('actionsOf', { title: document.title })}
      aria-haspopup="menu"
      aria-expanded={false}
      onPointerEnter={preload}
      onFocus={preload}
      // A click that no pointer made comes from a key, or from a screen reader.
      onClick={({ detail }) => setOpenedByKeys(detail === 0)}
    >
      <IconDots size={20} stroke={1.75} aria-hidden />
    </PlainIconButton>
  );
  if (isOpenedByKeys === undefined) return button;
  return (
    <Suspense fallback={button}>
      <OpenRowMenu document={document} isOpenedByKeys={isOpenedByKeys} />
    </Suspense>
  );
}
