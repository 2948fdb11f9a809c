import type { Share } from '@perenne/contract/shares';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { LinkCard } from '../link-card.tsx';
import { showLink, shownLinkQuery } from '../share-queries.ts';
import css from './share-page.module.css';

/** The link that was just made or asked for, until it is hidden or the page is left for good. */
export function ShownLink({ share }: { share: Share }) {
  const t = useTranslations('shares');
  const queries = useQueryClient();
  const { data: shown } = useQuery(shownLinkQuery(share.id));
  if (!shown || share.status === 'expired') return null;
  const recipient = share.recipients.find(({ id }) => id === shown.recipientId) ?? share.recipients[0];
  return (
    <div className={css.notice}>
      <LinkCard
        title={recipient ? t('linkTitleOf', { email: recipient.email }) : t('linkTitle')}
        link={shown.link}
        onHide={() => showLink(queries, share.id, null)}
      >
        {recipient ? t('linkTextOf') : share.securityCode ? t('linkTextCode') : t('linkText')}
      </LinkCard>
    </div>
  );
}
