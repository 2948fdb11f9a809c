import { IconAlertTriangle, IconCloudOff, IconRefresh } from '../buttons/icons.ts';
import { useTranslations } from 'use-intl';
import { Button } from '../buttons/button.tsx';
import css from './error-state.module.css';

interface ErrorStateProps {
  /** The event, in the user's words. */
  message: string;
  onRetry?: () => void;
  isRetrying?: boolean;
  /** No connection: another drawing, since nothing is broken. */
  isOffline?: boolean;
  isCompact?: boolean;
}

export function ErrorState({ message, onRetry, isRetrying = false, isOffline, isCompact }: ErrorStateProps) {
  const t = useTranslations('ui');
  const Icon = isOffline ? IconCloudOff : IconAlertTriangle;
  return (
    <div role="alert" className={css.state} data-compact={isCompact || undefined} data-offline={isOffline || undefined}>
      <span className={css.icon}>
        <Icon size={isCompact ? 22 : 28} stroke={1.6} aria-hidden />
      </span>
      <p className={css.message}>{message}</p>
      {onRetry && (
        <Button onPress={onRetry} isPending={isRetrying}>
          <IconRefresh size={19} stroke={1.75} aria-hidden />
          {t('retry')}
        </Button>
      )}
    </div>
  );
}
