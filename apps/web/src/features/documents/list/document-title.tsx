import type { Document } from '@perenne/contract/documents';
import type { MouseEvent } from 'react';
import { useTranslations } from 'use-intl';
import { Badge } from '../../../ui/layout/badge.tsx';
import { Seal } from '../../../ui/brand/seal.tsx';
import type { Conflict } from '../arranging/name-conflict.tsx';
import css from './document-title.module.css';
import { TitleField } from './lazy-parts.ts';
import { useListActions } from './list-actions.tsx';
import { rowLinkProps } from '../rows/use-row-focus.ts';

/** One that may take more lines than a row has is cut after some: the pointer that rests on it reads all of it. */
const longTitle = 40;

/** The title leads to the viewer, over any list that has it; with its seal and its unread mark. */
export function DocumentTitle({ document }: { document: Document }) {
  const { id, title, unread, addedBy } = document;
  const isOriginal = addedBy === 'company';
  const t = useTranslations('documents');
  const { addressOf, open, selection, renamedInPlace, endRename, meetConflict } = useListActions();
  // A plain link: the router's own, of which a long list draws hundreds, would follow each change of the address.
  const onClick = (event: MouseEvent) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    open(id);
  };
  // A finger that stays chooses; a mouse asks for the browser's own menu.
  const onContextMenu = (event: MouseEvent) => {
    if (!(event.nativeEvent instanceof PointerEvent) || event.nativeEvent.pointerType !== 'touch') return;
    event.preventDefault();
    if (!selection.has(id)) selection.toggle(id, false);
  };
  const shown = (
    <>
      <a
        href={addressOf(id)}
        onClick={onClick}
        onContextMenu={onContextMenu}
        className={css.title}
        data-unread={unread || undefined}
        data-original={isOriginal || undefined}
        {...(title.length > longTitle && { title, 'data-long': true })}
        {...rowLinkProps(id)}
      >
        {title}
      </a>{' '}
      {isOriginal && <Seal label={t('original')} />} {unread && <Badge shrinks>{t('new')}</Badge>}
    </>
  );
  if (renamedInPlace !== id) return shown;
  return (
    <TitleField
      key={id}
      document={document}
      meanwhile={shown}
      onClose={() => endRename(id)}
      onConflict={(conflict: Conflict) => meetConflict(document, conflict)}
    />
  );
}
