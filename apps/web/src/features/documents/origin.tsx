import type { Document } from '@perenne/contract/documents';
import { IconBuilding, IconPlugConnected, IconUser } from '@tabler/icons-react';
import { useTranslations } from 'use-intl';
import css from './origin.module.css';

const icons = { company: IconBuilding, employee: IconUser, collector: IconPlugConnected };

/** Who added a document: the employer or the organisation by its name, the owner as "you". */
export function useOriginName(): (document: Pick<Document, 'addedBy' | 'origin'>) => string {
  const t = useTranslations('documents');
  return ({ addedBy, origin }) => (addedBy === 'employee' ? t('you') : (origin.name ?? t(`by.${addedBy}`)));
}

export function Origin({ document }: { document: Document }) {
  const t = useTranslations('documents');
  const nameOf = useOriginName();
  const Icon = icons[document.addedBy];
  return (
    <span className={css.origin}>
      <span className={css.icon}>
        <Icon size={16} stroke={1.75} aria-hidden />
      </span>
      {document.addedBy !== 'employee' && (
        <span className="sr">{t('named', { label: t(`by.${document.addedBy}`) })}</span>
      )}
      <span className={css.name}>{nameOf(document)}</span>
    </span>
  );
}
