import { useTranslations } from 'use-intl';
import type { useLate } from '../../lib/lazy/use-late.ts';
import { ErrorState } from '../feedback/error-state.tsx';

type LateFaultProps = Pick<ReturnType<typeof useLate>, 'isOnline' | 'isLoading' | 'retry'>;

/** In the place of what is drawn by code that could not come. */
export function LateFault({ isOnline, isLoading, retry }: LateFaultProps) {
  const t = useTranslations('network');
  const message = t(isOnline ? 'unreachable' : 'offline');
  return <ErrorState message={message} isOffline={!isOnline} isRetrying={isLoading} onRetry={retry} />;
}
