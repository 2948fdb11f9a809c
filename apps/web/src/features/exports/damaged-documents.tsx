import { getDocument } from '@perenne/contract/documents';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { isApiError } from '../../lib/api/api-error.ts';
import { endpointQuery } from '../../lib/api/endpoint-query.ts';
import { Alert } from '../../ui/feedback/alert.tsx';
import { Button } from '../../ui/buttons/button.tsx';
import css from './exports.module.css';

/** More are named when they are asked for: each is read by its own call. */
const mostAtFirst = 5;

/** The documents that an archive goes without, by their names, each leading to its document. */
export function DamagedDocuments({ ids }: { ids: readonly string[] }) {
  const t = useTranslations('exports');
  const [hasAll, setAll] = useState(false);
  const count = ids.length;
  const isCut = !hasAll && count > mostAtFirst;
  return (
    <Alert
      tone="warning"
      title={t('damaged', { count })}
      actions={isCut && <Button onPress={() => setAll(true)}>{t('showDamaged', { count })}</Button>}
    >
      <p>{t('damagedText', { count })}</p>
      <ul className={css.damaged}>
        {(isCut ? ids.slice(0, mostAtFirst) : ids).map((id) => (
          <li key={id}>
            <DamagedDocument id={id} />
          </li>
        ))}
      </ul>
    </Alert>
  );
}

function DamagedDocument({ id }: { id: string }) {
  const t = useTranslations('exports');
  const { data, error, isPending } = useQuery({
    ...endpointQuery(getDocument, { params: { id } }),
    // Each reading is an entry of the journal.
    staleTime: Infinity,
  });
  if (isApiError(error, 'DocumentNotFound')) return t('damagedGone');
  // Without its name, a document is found by its identifier all the same.
  const name = data?.title ?? (isPending ? '\u2026' : t('damagedUnread', { id }));
  return (
    <Link to="/documents/{-$folderId}" search={{ document: id }}>
      {name}
    </Link>
  );
}
