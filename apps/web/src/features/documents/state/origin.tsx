import type { Document } from '@perenne/contract/documents';
import { IconBuilding, IconInbox, IconPlugConnected, IconUser } from '../../../ui/buttons/icons.ts';
import { useTranslations } from 'use-intl';
import css from './origin.module.css';

const icons = { company: IconBuilding, employee: IconUser, collector: IconPlugConnected };

/**
 * The name of who added a document: the employer and the organisation by their name, the owner as "you". Anybody may have
 * used the link of a request, so that the address it was sent to is named as no more than that.
 */
export function useOriginName(): (document: Pick<Document, 'addedBy' | 'origin'>) => string {
  const t = useTranslations('documents');
  return ({ addedBy, origin }) => {
    if (origin?.name === undefined) return addedBy === 'employee' ? t('you') : t(`by.${addedBy}`);
    return origin.linkSentTo === undefined ? origin.name : t('linkSentTo', { name: origin.name });
  };
}

export function Origin({ document }: { document: Document }) {
  const t = useTranslations('documents');
  const nameOf = useOriginName();
  const { addedBy, origin } = document;
  const isOwn = addedBy === 'employee';
  const isAsked = isOwn && origin?.name !== undefined;
  const Icon = isAsked ? IconInbox : icons[addedBy];
  return (
    <span className={css.origin}>
      <span className={css.icon}>
        <Icon size={16} stroke={1.75} aria-hidden />
      </span>
      {isAsked && <span className="sr">{t('named', { label: t('asked') })}</span>}
      {!isOwn && <span className="sr">{t('named', { label: t(`by.${addedBy}`) })}</span>}
      <span className={css.name}>{nameOf(document)}</span>
    </span>
  );
}
