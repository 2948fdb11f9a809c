import { useTranslations } from 'use-intl';
import { useOnline } from '../lib/browser/use-online.ts';
import { buttonClass } from '../ui/buttons/button.tsx';
import { useEarlyFrameEnd } from '../ui/styles/early-frame.ts';
import { ErrorState } from '../ui/feedback/error-state.tsx';

/** Replaces a page that failed by a fault of ours. */
export const Crash = () => <FailedPage />;

interface FailedPageProps {
  /** Asks again for what did not come. */
  onRetry?: () => void;
  isRetrying?: boolean;
}

/** A page that failed, or whose files did not come: there is no line, or a new version has other files. */
export function FailedPage({ onRetry, isRetrying = false }: FailedPageProps) {
  const t = useTranslations('app');
  const network = useTranslations('network');
  const isOffline = !useOnline() && onRetry !== undefined;
  useEarlyFrameEnd();
  return (
    <section style={{ display: 'grid', justifyItems: 'center', padding: '10vh 1rem' }}>
      <title>{`${t('crashTitle')} – ${t('name')}`}</title>
      <h1 data-page-heading tabIndex={-1}>
        {t('crashTitle')}
      </h1>
      <ErrorState
        message={isOffline ? network('offline') : t('crashText')}
        isOffline={isOffline}
        isCompact
        isRetrying={isRetrying}
        {...(onRetry && { onRetry })}
      />
      {!isOffline && (
        <a href={location.pathname + location.search} className={buttonClass('primary')}>
          {t('reload')}
        </a>
      )}
    </section>
  );
}
