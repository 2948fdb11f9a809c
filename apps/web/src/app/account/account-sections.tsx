import { getAgreementStatus, getProfile } from '@perenne/contract/identity';
import { IconFileExport, IconFingerprint, IconLock, IconUsersGroup } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { endpointQuery } from '../../lib/endpoint-query.ts';
import { useFormats } from '../../lib/formats.ts';
import { Badge } from '../../ui/badge.tsx';
import { Card } from '../../ui/card.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { QueryState } from '../../lib/query-state.tsx';
import css from './account-sections.module.css';

const icon = { size: 36, stroke: 1.5 } as const;

export function Safety() {
  const t = useTranslations('account');
  const { data } = useQuery(endpointQuery(getProfile));
  return (
    <Card title={t('safety')}>
      <EmptyState icon={<IconLock {...icon} />} title={t('safetyEmpty')} level={3}>
        {data && t('safetyText', { email: data.email })}
      </EmptyState>
    </Card>
  );
}

export function FranceConnect() {
  const t = useTranslations('account');
  return (
    <Card title={t('franceConnect')}>
      <EmptyState icon={<IconFingerprint {...icon} />} title={t('franceConnectEmpty')} level={3}>
        {t('franceConnectText')}
      </EmptyState>
    </Card>
  );
}

export function Dematerialization() {
  const t = useTranslations('account');
  const formats = useFormats();
  const status = useQuery(endpointQuery(getAgreementStatus));
  return (
    <Card title={t('dematerialization')}>
      <QueryState query={status}>
        {({ agreements }) => (
          <ul className={css.agreements}>
            {agreements.map(({ employer, accepted, since }) => (
              <li key={employer.id}>
                <b>{employer.name}</b>
                <Badge tone={accepted ? 'success' : 'warning'}>
                  {accepted ? t('dematerializationText') : t('dematerializationRefused')}
                </Badge>
                {since && <span>{t('dematerializationSince', { date: formats.dateLong(since) })}</span>}
              </li>
            ))}
          </ul>
        )}
      </QueryState>
    </Card>
  );
}

export function Merge() {
  const t = useTranslations('account');
  return (
    <Card title={t('merge')}>
      <EmptyState icon={<IconUsersGroup {...icon} />} title={t('mergeEmpty')} level={3}>
        {t('mergeText')}
      </EmptyState>
    </Card>
  );
}

export function Export() {
  const t = useTranslations('account');
  return (
    <Card title={t('export')}>
      <EmptyState icon={<IconFileExport {...icon} />} title={t('exportEmpty')} level={3}>
        {t('exportText')}
      </EmptyState>
    </Card>
  );
}
