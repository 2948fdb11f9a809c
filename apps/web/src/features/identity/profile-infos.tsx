import { getProfile, type Profile } from '@perenne/contract/identity';
import { useQuery } from '@tanstack/react-query';
import { useLocale, useTranslations } from 'use-intl';
import { endpointQuery } from '../../lib/endpoint-query.ts';
import { useFormats } from '../../lib/formats.ts';
import { QueryState } from '../../lib/query-state.tsx';
import { Card } from '../../ui/card.tsx';
import { ProgressBar } from '../../ui/progress-bar.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import css from './profile-infos.module.css';

export function ProfileInfos() {
  const profile = useQuery(endpointQuery(getProfile));
  return (
    <QueryState query={profile} skeleton={<Skeleton height={420} radius="var(--r-xl)" />}>
      {(data) => <ProfileCards profile={data} />}
    </QueryState>
  );
}

function ProfileCards({ profile }: { profile: Profile }) {
  const t = useTranslations('account');
  const formats = useFormats();
  const { used, limit } = profile.storage;
  return (
    <div className={css.cards}>
      <Card title={t('identity')}>
        <dl className={css.facts}>
          <Fact term={t('firstName')} value={profile.firstName} />
          <Fact term={t('lastName')} value={profile.lastName} />
          <Fact term={t('birthDate')} value={formats.calendarDate(profile.birthDate)} />
        </dl>
      </Card>
      <Card title={t('contact')}>
        <dl className={css.facts}>
          <Fact term={t('email')} value={profile.email} />
          <Fact term={t('phone')} value={profile.phone} />
          <Fact term={t('address')} value={useAddress(profile)} />
        </dl>
      </Card>
      <Card title={t('storage')}>
        <ProgressBar
          label={t('storageUsed', { used: formats.size(used), total: formats.size(limit) })}
          value={limit ? used / limit : 0}
        />
        <p className={css.hint}>{t('storageHint')}</p>
      </Card>
    </div>
  );
}

function useAddress({ address, postalCode, city, country }: Profile): string | null {
  const regions = new Intl.DisplayNames(useLocale(), { type: 'region' });
  const town = [postalCode, city].filter(Boolean).join(' ');
  return [address, town, country && regions.of(country)].filter(Boolean).join(', ') || null;
}

function Fact({ term, value }: { term: string; value: string | null }) {
  const t = useTranslations('account');
  return (
    <div>
      <dt>{term}</dt>
      <dd data-missing={value ? undefined : true}>{value ?? t('missing')}</dd>
    </div>
  );
}
