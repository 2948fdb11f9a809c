import type { Document } from '@perenne/contract/documents';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { categoriesQuery } from '../../../lib/documents/document-queries.ts';
import { useFormats } from '../../../lib/i18n/formats.ts';
import { useFolderPath } from '../places/folders.tsx';
import { formatName } from '../viewer/viewer-kind.ts';
import { ChangeType } from './change-type.tsx';
import css from './document-facts.module.css';

export function DocumentFacts({ document }: { document: Document }) {
  const t = useTranslations('details');
  const documents = useTranslations('documents');
  const formats = useFormats();
  const { type, period, addedAt, size, fileName, remainingDays } = document;
  return (
    <dl className={css.facts}>
      <Fact name={t('type')}>
        <span>{documents(`types.${type}`)}</span>
        {document.can.changeType && <ChangeType document={document} />}
      </Fact>
      {period && <Fact name={t('period')}>{formats.calendarMonth(period)}</Fact>}
      <Fact name={t('origin')}>
        <OriginOf document={document} />
      </Fact>
      <Fact name={t('addedAt')}>{formats.dateTime(addedAt)}</Fact>
      <Fact name={t('place')}>
        {remainingDays === undefined ? <Place document={document} /> : t('inTrash', { days: remainingDays })}
      </Fact>
      <Fact name={t('file')}>
        {fileName}
        <small>
          {formatName(document)} · {formats.size(size)}
        </small>
      </Fact>
    </dl>
  );
}

const Fact = ({ name, children }: { name: string; children: ReactNode }) => (
  <div>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </div>
);

function OriginOf({ document: { addedBy, origin } }: { document: Document }) {
  const t = useTranslations('details');
  if (addedBy === 'employee' && origin?.name === undefined) return t('addedByYou');
  const name = origin?.name ?? t(`by.${addedBy}`);
  return (
    <>
      {addedBy === 'employee' && t(origin?.linkSentTo === undefined ? 'byLink' : 'byLinkSentTo', { name })}
      {addedBy === 'company' && name}
      {addedBy === 'collector' && <CollectorName collectorId={origin?.collectorId} name={name} />}
      <small>{t(`by.${addedBy}`)}</small>
      {origin?.sentBy?.name !== undefined && <small>{t('sentByName', { name: origin.sentBy.name })}</small>}
      {origin?.sentBy?.note !== undefined && (
        <p className={css.note}>{t('sentByNote', { note: origin.sentBy.note })}</p>
      )}
    </>
  );
}

/** A link while the collector exists. */
function CollectorName({ collectorId, name }: { collectorId: string | undefined; name: string }) {
  if (collectorId === undefined) return name;
  return (
    <Link to="/collectors" search={{ collector: collectorId }}>
      {name}
    </Link>
  );
}

/** The category and the folders that lead to it. */
function Place({ document: { categoryId, folderId } }: { document: Document }) {
  const { data } = useQuery(categoriesQuery);
  const path = useFolderPath(folderId ?? undefined);
  const category = data?.items.find(({ id }) => id === categoryId);
  const place = [category?.title, ...path.map(({ name }) => name)].filter(Boolean).join(' › ');
  if (!place) return '\u00A0';
  const params = folderId ? { folderId } : {};
  return (
    <Link to="/documents/{-$folderId}" params={params} search={folderId ? {} : { category: categoryId }}>
      {place}
    </Link>
  );
}
