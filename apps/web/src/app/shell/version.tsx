import { health } from '@perenne/contract/system';
import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { endpointQuery } from '../../lib/api/endpoint-query.ts';

/** The release that runs. */
export function Version({ className }: { className: string | undefined }) {
  const t = useTranslations('app');
  const { data } = useQuery({ ...endpointQuery(health), staleTime: Infinity });
  return <p className={className}>{data && t('version', { version: data.version })}</p>;
}
