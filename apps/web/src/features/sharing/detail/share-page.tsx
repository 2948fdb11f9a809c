import type { Share } from '@perenne/contract/shares';
import { IconArrowLeft, IconShare2 } from '../../../ui/buttons/icons.ts';
import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { useTranslations } from 'use-intl';
import { isApiError } from '../../../lib/api/api-error.ts';
import { useFormats } from '../../../lib/i18n/formats.ts';
import { QueryState } from '../../../lib/api/query-state.tsx';
import { Alert } from '../../../ui/feedback/alert.tsx';
import { Badge } from '../../../ui/layout/badge.tsx';
import { buttonClass } from '../../../ui/buttons/button.tsx';
import { Card } from '../../../ui/layout/card.tsx';
import { EmptyState } from '../../../ui/feedback/empty-state.tsx';
import { PageHeading } from '../../../ui/layout/page-heading.tsx';
import { Skeleton } from '../../../ui/feedback/skeleton.tsx';
import { shareQuery } from '../share-queries.ts';
import { useRemaining } from '../use-remaining.ts';
import { Activity } from './activity.tsx';
import { Recipients } from './recipients.tsx';
import { ShareActions } from './share-actions.tsx';
import { SharedDocuments } from './shared-documents.tsx';
import { ShownLink } from './shown-link.tsx';
import css from './share-page.module.css';

const soonMs = 3_000;
const laterMs = 30_000;
/** Mails are still on their way. */
const isWriting = (share: Share | undefined): boolean =>
  share?.recipients.some(({ delivery }) => delivery === 'QUEUED') ?? false;

/** One share: what it gives, to whom, until when, and what became of it. */
export function SharePage() {
  const t = useTranslations('shares');
  const { shareId } = useParams({ from: '/safe/shares/$shareId' });
  const query = useQuery({
    ...shareQuery(shareId),
    refetchInterval: ({ state }) => (isWriting(state.data) ? soonMs : laterMs),
  });
  const isGone = isApiError(query.error, 'SharingNotFound');
  return (
    <>
      <Link to="/shares" className={css.back}>
        <IconArrowLeft size={18} stroke={1.75} aria-hidden />
        {t('back')}
      </Link>
      {isGone && <Gone />}
      {!isGone && (
        <QueryState query={query} isCompact={false} skeleton={<PageSkeleton />}>
          {(share) => <Detail share={share} />}
        </QueryState>
      )}
    </>
  );
}

function Detail({ share }: { share: Share }) {
  const t = useTranslations('shares');
  const formats = useFormats();
  const isActive = share.status === 'active';
  const end = formats.dateTime(share.expirationDate);
  return (
    <>
      <PageHeading
        title={share.title}
        subtitle={
          <>
            {t('sentOn', { date: formats.dateLong(share.sentAt) })},{' '}
            {isActive ? t('until', { date: end }) : t('endedOn', { date: end })} <Remaining share={share} />
          </>
        }
        actions={<ShareActions share={share} />}
      />
      {isActive && <FailedMails share={share} />}
      <ShownLink share={share} />
      <div className={css.grid}>
        <div className={css.column}>
          <SharedDocuments share={share} />
          <Activity share={share} />
        </div>
        <div className={css.column}>
          <Recipients share={share} />
          {share.message && (
            <Card title={t('message')}>
              <p className={css.message}>{share.message}</p>
            </Card>
          )}
          {share.watermark && share.documents.some(({ watermarked }) => watermarked) && (
            <Card title={t('purpose')}>
              <p>{t('purposeText', { purpose: share.purpose })}</p>
            </Card>
          )}
        </div>
      </div>
    </>
  );
}

function Remaining({ share }: { share: Share }) {
  const remaining = useRemaining();
  return <Badge tone={share.status === 'active' ? 'success' : 'neutral'}>{remaining(share)}</Badge>;
}

/** The mails that the mail server gave up on. */
function FailedMails({ share }: { share: Share }) {
  const t = useTranslations('shares');
  const failed = share.recipients.filter(({ delivery }) => delivery === 'FAILED');
  if (failed.length === 0) return null;
  return (
    <div className={css.notice}>
      <Alert tone="danger" title={t('failedTitle', { count: failed.length })}>
        {t('failedText', { emails: failed.map(({ email }) => email).join(', ') })}
      </Alert>
    </div>
  );
}

function Gone() {
  const t = useTranslations('shares');
  const errors = useTranslations('errors');
  return (
    <EmptyState
      icon={<IconShare2 size={36} stroke={1.5} />}
      title={errors('SharingNotFound')}
      actions={
        <Link to="/shares" className={buttonClass()}>
          {t('title')}
        </Link>
      }
    >
      {t('gone')}
    </EmptyState>
  );
}

const PageSkeleton = () => (
  <>
    <div className={css.headSkeleton}>
      <Skeleton width="min(18em, 70%)" height="2.2em" />
      <Skeleton width="min(26em, 90%)" height="1em" />
    </div>
    <div className={css.grid}>
      <Skeleton height={320} radius="var(--r-xl)" />
      <Skeleton height={220} radius="var(--r-xl)" />
    </div>
  </>
);
