import type { Document } from '@perenne/contract/documents';
import { IconDownload, IconFiles } from '../../ui/buttons/icons.ts';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useTranslations } from 'use-intl';
import { categoriesQuery, latestDocuments } from '../../lib/documents/document-queries.ts';
import { toneOf } from '../../lib/documents/document-tone.ts';
import { useFormats } from '../../lib/i18n/formats.ts';
import { QueryState } from '../../lib/api/query-state.tsx';
import { Badge } from '../../ui/layout/badge.tsx';
import { Card } from '../../ui/layout/card.tsx';
import { DocThumb } from '../../ui/brand/doc-thumb.tsx';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { IconButton } from '../../ui/buttons/icon-button.tsx';
import { Seal } from '../../ui/brand/seal.tsx';
import { Skeleton } from '../../ui/feedback/skeleton.tsx';
import css from './last-documents.module.css';
import { useDownload } from './use-download.ts';
import { useOrigin } from './use-origin.ts';

const skeletonRows = [0, 1, 2, 3, 4, 5, 6];

export function LastDocuments() {
  const t = useTranslations('home');
  const documents = useQuery(latestDocuments);
  return (
    <Card className={css.card}>
      <div className={css.head}>
        <h2>{t('last')}</h2>
        <Link to="/documents/{-$folderId}">{t('all')}</Link>
      </div>
      <QueryState query={documents} skeleton={<SkeletonRows />}>
        {({ items }) =>
          items.length > 0 ? (
            <ul>
              {items.map((document) => (
                <Row key={document.id} document={document} />
              ))}
            </ul>
          ) : (
            <EmptyState icon={<IconFiles size={26} stroke={1.6} />} title={t('lastEmpty')} level={3} isCompact>
              {t('lastEmptyText')}
            </EmptyState>
          )
        }
      </QueryState>
    </Card>
  );
}

function Row({ document }: { document: Document }) {
  const t = useTranslations('home');
  const formats = useFormats();
  const origin = useOrigin();
  const download = useDownload();
  const { data: categories } = useQuery(categoriesQuery);
  const category = categories?.items.find(({ id }) => id === document.categoryId);
  return (
    <li className={css.row}>
      <DocThumb tone={toneOf(category)} />
      <div className={css.words}>
        <Link
          to="/documents/{-$folderId}"
          search={{ document: document.id }}
          className={css.title}
          data-unread={document.unread || undefined}
        >
          {document.title}
        </Link>{' '}
        {document.addedBy === 'company' && <Seal label={t('original')} />}{' '}
        {document.unread && <Badge shrinks>{t('new')}</Badge>}
        <p className={css.meta}>{[category?.title, origin.short(document)].filter(Boolean).join(' · ')}</p>
      </div>
      <time className="num" dateTime={document.addedAt}>
        {formats.dayAndMonth(document.addedAt)}
      </time>
      <IconButton
        label={t('downloadTitle', { title: document.title })}
        isIdle={download.isPending}
        onPress={() => download.mutate(document)}
      >
        <IconDownload size={20} stroke={1.75} aria-hidden />
      </IconButton>
    </li>
  );
}

const SkeletonRows = () => (
  <ul>
    {skeletonRows.map((row) => (
      <li key={row} className={css.row}>
        <Skeleton width={36} height={44} />
        <div className={css.words}>
          <Skeleton width="55%" height=".9em" />
          <p className={css.meta}>
            <Skeleton width="35%" height=".8em" />
          </p>
        </div>
      </li>
    ))}
  </ul>
);
