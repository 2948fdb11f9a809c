import { IconCloudOff } from '../buttons/icons.ts';
import { useTranslations } from 'use-intl';
import css from './offline-banner.module.css';

/** The region stays mounted, so that a loss of connection is read out when it happens. */
export function OfflineBanner({ isOffline }: { isOffline: boolean }) {
  const t = useTranslations('ui');
  return (
    <output className={css.region}>
      {isOffline && (
        <p className={css.banner}>
          <IconCloudOff size={20} stroke={1.75} aria-hidden />
          {t('offline')}
        </p>
      )}
    </output>
  );
}
