import type { Document } from '@perenne/contract/documents';
import { IconArrowDown, IconArrowUp } from '../../../ui/buttons/icons.ts';
import { type CSSProperties, memo, type Ref } from 'react';
import { Button } from 'react-aria-components/Button';
import { useTranslations } from 'use-intl';
import { DocumentPicture } from '../../../lib/documents/document-picture.tsx';
import { useFormats } from '../../../lib/i18n/formats.ts';
import { useMedia } from '../../../lib/browser/use-media.ts';
import { DocumentTitle } from './document-title.tsx';
import css from './document-table.module.css';
import type { ListViewProps } from './document-list.tsx';
import { useFoundIn } from '../state/found-in.ts';
import { type ListSort, useListSearch } from '../state/list-search.ts';
import { Origin, useOriginName } from '../state/origin.tsx';
import { useListActions } from './list-actions.tsx';
import { RowMenu } from './row-menu.tsx';
import { RowSelect, SelectAll } from './row-select.tsx';
import { useRowFocus } from '../rows/use-row-focus.ts';
import { useVirtualRows } from '../rows/use-virtual-rows.ts';

const heights = { document: 64, month: 46, cards: 0 };
/** Tablets have no room for a column of its own: the second line names who added a document. */
const useNarrow = () => useMedia('(max-width: 1023px)');

/** The list on wide screens: a native table, of which only the rows in sight are drawn. */
export function DocumentTable({ rows, hasMore, onNearEnd, opened }: ListViewProps) {
  const t = useTranslations('documents');
  const isNarrow = useNarrow();
  const columns = isNarrow ? 5 : 6;
  const { list, drawn, before, after, scrollTo } = useVirtualRows<HTMLTableSectionElement>({
    rows,
    heights,
    onNearEnd,
  });
  useRowFocus({ rows, scrollTo, opened });
  return (
    <table className={css.table} aria-rowcount={hasMore ? -1 : rows.length + 1}>
      <caption className="sr">{t('caption')}</caption>
      <thead>
        <tr aria-rowindex={1}>
          <td className={css.select}>
            <SelectAll />
          </td>
          <SortHeader ascending="title" label={t('name')} />
          {!isNarrow && (
            <th scope="col" className={css.origin}>
              {t('provenance')}
            </th>
          )}
          <SortHeader ascending="addedAt" label={t('addedAt')} className={css.date} />
          <SortHeader ascending="size" label={t('size')} className={css.size} />
          <th scope="col" className={css.menu}>
            <span className="sr">{t('actions')}</span>
          </th>
        </tr>
      </thead>
      <tbody ref={list}>
        <Spacer height={before} columns={columns} />
        {drawn.map(({ row, index, slot }) => {
          const place = { ref: slot.ref, 'data-index': index, 'aria-rowindex': index + 2 };
          if (row.kind === 'month') return <MonthRow key={slot.name} month={row.month} columns={columns} {...place} />;
          return (
            row.kind === 'document' && (
              <DocumentRow key={slot.name} document={row.document} isNarrow={isNarrow} {...place} />
            )
          );
        })}
        <Spacer height={after} columns={columns} />
      </tbody>
    </table>
  );
}

/** Pressed once it sorts, pressed again it turns the order around. Dates and sizes begin with the greatest. */
function SortHeader({
  ascending,
  label,
  className,
}: {
  ascending: ListSort;
  label: string;
  className?: string | undefined;
}) {
  const { search, change } = useListSearch();
  const descending: ListSort = `-${ascending}` as ListSort;
  const order = search.sort === ascending ? 'ascending' : search.sort === descending ? 'descending' : 'none';
  const first = ascending === 'title' ? ascending : descending;
  const next = search.sort === first ? (first === ascending ? descending : ascending) : first;
  const Arrow = order === 'ascending' ? IconArrowUp : IconArrowDown;
  return (
    <th scope="col" aria-sort={order} className={className}>
      <Button className={css.sort ?? ''} onPress={() => change({ sort: next })}>
        {label}
        <Arrow size={15} stroke={2} aria-hidden className={css.arrow} />
      </Button>
    </th>
  );
}

interface RowPlace {
  ref: Ref<HTMLTableRowElement>;
  'data-index': number;
  'aria-rowindex': number;
}

const MonthRow = ({ month, columns, ...place }: RowPlace & { month: string; columns: number }) => (
  <tr {...place} className={css.month}>
    <th colSpan={columns} scope="rowgroup">
      {month}
    </th>
  </tr>
);

type DocumentRowProps = RowPlace & { document: Document; isNarrow: boolean };

/** A row that stays where it is while others come into sight is not drawn again. */
const DocumentRow = memo(({ document, isNarrow, ...place }: DocumentRowProps) => {
  const formats = useFormats();
  const originOf = useOriginName();
  const { categoryOf, selection } = useListActions();
  const category = categoryOf(document);
  const foundIn = useFoundIn();
  const facts = [category.title, isNarrow && originOf(document), foundIn(document)].filter(Boolean);
  return (
    <tr {...place} className={css.document} data-selected={selection.has(document.id) || undefined}>
      <td className={css.select}>
        <RowSelect document={document} />
      </td>
      <td className={css.first}>
        <span className={css.name}>
          <DocumentPicture document={document} tone={category.tone} height={40} />
          <span className={css.words}>
            <DocumentTitle document={document} />
            <span className={css.category}>{facts.join(' · ')}</span>
          </span>
        </span>
      </td>
      {!isNarrow && (
        <td>
          <Origin document={document} />
        </td>
      )}
      <td className={css.date}>
        <time className="num" dateTime={document.addedAt}>
          {formats.dateShort(document.addedAt)}
        </time>
      </td>
      <td className={css.size}>
        <span className="num">{formats.size(document.size)}</span>
      </td>
      <td className={css.menu}>
        <RowMenu key={document.id} document={document} />
      </td>
    </tr>
  );
});

/** The room of the rows that are not drawn. */
const Spacer = ({ height, columns }: { height: number; columns: number }) =>
  height > 0 && (
    <tr aria-hidden>
      {/* An empty cell is no control. */}
      {/* oxlint-disable-next-line jsx-a11y/control-has-associated-label */}
      <td colSpan={columns} className={css.spacer} style={{ height } satisfies CSSProperties} />
    </tr>
  );
