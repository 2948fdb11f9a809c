import type { Document } from '@perenne/contract/documents';
import { getShare } from '@perenne/contract/shares';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useTranslations } from 'use-intl';
import { endpointQuery } from '../../../lib/api/endpoint-query.ts';
import { useFormats } from '../../../lib/i18n/formats.ts';
import { liveSharesQuery } from '../state/live-shares.ts';
import css from './details-panel.module.css';

/** The people who have access to a document, and through which share. */
export function SharedWith({ document: { id } }: { document: Pick<Document, 'id'> }) {
  const t = useTranslations('details');
  const { data } = useQuery(liveSharesQuery({ documents: [id], folders: [] }));
  if (!data || data.items.length === 0) return null;
  return (
    <section className={css.section} aria-label={t('sharedWith')}>
      <h4>{t('sharedWith')}</h4>
      <ul className={css.shares}>
        {data.items.map((share) => (
          <li key={share.id}>
            <Through share={share} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function Through({ share }: { share: { id: string; title: string; expirationDate: string } }) {
  const t = useTranslations('details');
  const formats = useFormats();
  const { data } = useQuery(endpointQuery(getShare, { params: { id: share.id } }));
  const who = data && (data.mode === 'LINK' ? t('sharedByLink') : data.recipients.map(({ email }) => email).join(', '));
  return (
    <>
      <Link to="/shares/$shareId" params={{ shareId: share.id }}>
        {share.title}
      </Link>
      <p className={css.text}>
        {who ?? '\u00A0'}
        <br />
        {t('sharedUntil', { date: formats.dateLong(share.expirationDate) })}
      </p>
    </>
  );
}
