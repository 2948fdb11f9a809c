import type { Document } from '@perenne/contract/documents';
import { memo, type Ref } from 'react';
import { useTranslations } from 'use-intl';
import { DocumentPicture } from '../../../lib/documents/document-picture.tsx';
import { useFormats } from '../../../lib/i18n/formats.ts';
import css from './document-lines.module.css';
import type { ListViewProps } from './document-list.tsx';
import { DocumentTitle } from './document-title.tsx';
import { useFoundIn } from '../state/found-in.ts';
import { useOriginName } from '../state/origin.tsx';
import { useListActions } from './list-actions.tsx';
import { RowMenu } from './row-menu.tsx';
import { RowSelect } from './row-select.tsx';
import { useRowFocus } from '../rows/use-row-focus.ts';
import { useVirtualRows } from '../rows/use-virtual-rows.ts';

const heights = { document: 76, month: 44, cards: 0 };

/** The list on phones: each document in two lines. */
export function DocumentLines({ rows, onNearEnd, opened }: ListViewProps) {
  const t = useTranslations('documents');
  const { list, drawn, before, after, scrollTo } = useVirtualRows<HTMLUListElement>({
    rows,
    heights,
    onNearEnd,
  });
  useRowFocus({ rows, scrollTo, opened });
  return (
    <ul ref={list} aria-label={t('caption')} style={{ paddingTop: before, paddingBottom: after }}>
      {drawn.map(({ row, index, slot }) => {
        if (row.kind === 'document')
          return <Line key={slot.name} ref={slot.ref} data-index={index} document={row.document} />;
        return (
          row.kind === 'month' && (
            <li key={slot.name} ref={slot.ref} data-index={index} className={css.month}>
              <h2>{row.month}</h2>
            </li>
          )
        );
      })}
    </ul>
  );
}

interface LineProps {
  ref: Ref<HTMLLIElement>;
  'data-index': number;
  document: Document;
}

/** A line that stays where it is while others come into sight is not drawn again. */
const Line = memo(({ document, ...place }: LineProps) => {
  const formats = useFormats();
  const originOf = useOriginName();
  const { categoryOf, selection } = useListActions();
  const { tone } = categoryOf(document);
  const foundIn = useFoundIn();
  const facts = [
    foundIn(document),
    originOf(document),
    formats.dayAndMonth(document.addedAt),
    formats.size(document.size),
  ];
  return (
    <li {...place} className={css.line} data-selected={selection.has(document.id) || undefined}>
      <div className={css.body}>
        <DocumentPicture document={document} tone={tone} height={44} />
        <div className={css.words}>
          <DocumentTitle document={document} />
          <p className={css.facts}>{facts.filter(Boolean).join(' · ')}</p>
        </div>
      </div>
      {selection.isOn ? <RowSelect document={document} /> : <RowMenu key={document.id} document={document} />}
    </li>
  );
});
