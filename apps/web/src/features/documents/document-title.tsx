import type { Document } from '@perenne/contract/documents';
import { Link } from '@tanstack/react-router';
import { useTranslations } from 'use-intl';
import { Badge } from '../../ui/badge.tsx';
import { Seal } from '../../ui/seal.tsx';
import css from './document-title.module.css';
import { changed } from './list-search.ts';
import { rowLinkProps } from './use-row-focus.ts';

/** The title leads to the viewer, over whatever list it stands in; with its seal and its unread mark. */
export function DocumentTitle({ document: { id, title, unread, addedBy } }: { document: Document }) {
  const t = useTranslations('documents');
  return (
    <>
      <Link
        from="/documents/{-$folderId}"
        to="."
        search={changed({ document: id })}
        state={{ isFromList: true }}
        resetScroll={false}
        preload={false}
        className={css.title}
        data-unread={unread || undefined}
        {...rowLinkProps(id)}
      >
        {title}
      </Link>{' '}
      {addedBy === 'company' && <Seal label={t('original')} />} {unread && <Badge shrinks>{t('new')}</Badge>}
    </>
  );
}
