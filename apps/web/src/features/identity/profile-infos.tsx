import { getAgreementStatus, getProfile, type Profile } from '@perenne/contract/identity';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useTranslations } from 'use-intl';
import { endpointQuery } from '../../lib/api/endpoint-query.ts';
import { useFormats } from '../../lib/i18n/formats.ts';
import { QueryState } from '../../lib/api/query-state.tsx';
import { buttonClass } from '../../ui/buttons/button.tsx';
import { Card } from '../../ui/layout/card.tsx';
import { ProgressBar } from '../../ui/feedback/progress-bar.tsx';
import { Skeleton } from '../../ui/feedback/skeleton.tsx';
import { ProfileForm } from './profile-form.tsx';
import css from './profile-infos.module.css';

export function ProfileInfos() {
  const profile = useQuery(endpointQuery(getProfile));
  return (
    <QueryState query={profile} skeleton={<ProfileSkeleton />}>
      {(data) => (
        <div className={css.cards}>
          <ProfileForm profile={data} />
          <EmailFact email={data.email} />
          <RightToObject />
          <Storage profile={data} />
        </div>
      )}
    </QueryState>
  );
}

const ProfileSkeleton = () => (
  <div className={css.cards}>
    <Skeleton height={272} radius="var(--r-xl)" />
    <Skeleton height={420} radius="var(--r-xl)" />
  </div>
);

/** It is the login: another one is proved by a code, among what keeps the safe. */
function EmailFact({ email }: { email: string }) {
  const t = useTranslations('profile');
  return (
    <Card title={t('email')}>
      <p className={css.email}>{email}</p>
      <p className={css.hint}>{t('emailText')}</p>
      <div className={css.actions}>
        <Link to="/account/safety" className={buttonClass()}>
          {t('emailChange')}
        </Link>
      </div>
    </Card>
  );
}

/** The law gives this right also where an employer allows no refusal in the safe. */
function RightToObject() {
  const t = useTranslations('profile');
  const { data } = useQuery(endpointQuery(getAgreementStatus));
  const strict = data?.agreements.filter(({ refusalAllowed }) => !refusalAllowed) ?? [];
  if (strict.length === 0) return null;
  return (
    <Card title={t('objectTitle')}>
      {strict.map(({ employer }) => (
        <p key={employer.id}>{t('objectText', { employer: employer.name })}</p>
      ))}
    </Card>
  );
}

function Storage({ profile: { storage } }: { profile: Profile }) {
  const t = useTranslations('profile');
  const formats = useFormats();
  const { used, limit } = storage;
  return (
    <Card title={t('storage')}>
      <ProgressBar
        label={t('storageUsed', { used: formats.size(used), total: formats.size(limit) })}
        value={limit ? used / limit : 0}
      />
      <p className={css.hint}>{t('storageHint')}</p>
    </Card>
  );
}
