import type { Share } from '@perenne/contract/shares';
import { useTranslations } from 'use-intl';
import { nowMs } from '../../lib/browser/clock.ts';
import { remainingOf } from './remaining.ts';

/** How long a share still runs, in words. */
export function useRemaining(): (share: Pick<Share, 'expirationDate' | 'status'>) => string {
  const t = useTranslations('shares');
  return ({ expirationDate, status }) => {
    const left = status === 'active' ? remainingOf(expirationDate, nowMs()) : null;
    return left ? t(`remaining.${left.unit}`, { count: left.count }) : t('over');
  };
}
