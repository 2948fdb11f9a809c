import type { Document } from '@perenne/contract/documents';
import { useTranslations } from 'use-intl';
import { DocumentPicture } from '../../../lib/documents/document-picture.tsx';
import { useFormats } from '../../../lib/i18n/formats.ts';
import { toneStyle } from '../../../ui/brand/doc-thumb.tsx';
import css from './document-grid.module.css';
import type { ListViewProps } from './document-list.tsx';
import { DocumentTitle } from './document-title.tsx';
import { useFoundIn } from '../state/found-in.ts';
import { useOriginName } from '../state/origin.tsx';
import { useListActions } from './list-actions.tsx';
import { RowMenu } from './row-menu.tsx';
import { RowSelect } from './row-select.tsx';
import { useRowFocus } from '../rows/use-row-focus.ts';
import { useVirtualRows } from '../rows/use-virtual-rows.ts';

const heights = { document: 0, month: 52, cards: 246 };

interface DocumentGridProps extends ListViewProps {
  columns: number;
}

/** The same list as cards, several a row. */
export function DocumentGrid({ rows, columns, onNearEnd, opened }: DocumentGridProps) {
  const t = useTranslations('documents');
  const { list, drawn, before, after, scrollTo } = useVirtualRows<HTMLDivElement>({
    rows,
    heights,
    onNearEnd,
  });
  useRowFocus({ rows, scrollTo, opened });
  return (
    <div ref={list} className={css.grid} style={{ paddingTop: before, paddingBottom: after }}>
      {drawn.map(({ row, index, slot }) => {
        if (row.kind === 'month') {
          return (
            <h2 key={slot.name} ref={slot.ref} data-index={index} className={css.month}>
              {row.month}
            </h2>
          );
        }
        return (
          row.kind === 'cards' && (
            <ul
              key={slot.name}
              ref={slot.ref}
              data-index={index}
              className={css.row}
              aria-label={t('caption')}
              style={{ gridTemplateColumns: `repeat(${columns}, minmax(0, 1fr))` }}
            >
              {row.documents.map((document) => (
                <Card key={document.id} document={document} />
              ))}
            </ul>
          )
        );
      })}
    </div>
  );
}

function Card({ document }: { document: Document }) {
  const formats = useFormats();
  const originOf = useOriginName();
  const foundIn = useFoundIn();
  const { categoryOf, selection } = useListActions();
  const { tone } = categoryOf(document);
  return (
    <li className={css.card} data-selected={selection.has(document.id) || undefined}>
      <div className={css.body}>
        <div className={css.paper} style={toneStyle(tone)}>
          <DocumentPicture document={document} tone={tone} height={84} paper />
        </div>
        <div className={css.words}>
          <p className={css.title}>
            <DocumentTitle document={document} />
          </p>
          <p className={css.facts}>{[foundIn(document), originOf(document)].filter(Boolean).join(' · ')}</p>
          <p className={css.facts}>
            {formats.dateShort(document.addedAt)} · {formats.size(document.size)}
          </p>
        </div>
      </div>
      <div className={css.select}>
        <RowSelect document={document} />
      </div>
      <div className={css.menu}>
        <RowMenu document={document} />
      </div>
    </li>
  );
}
