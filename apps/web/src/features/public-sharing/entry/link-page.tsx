import { useTranslations } from 'use-intl';
import { NetworkError } from '../../../lib/api/api-error.ts';
import { useErrorMessage } from '../../../lib/api/error-message.ts';
import { ErrorState } from '../../../ui/feedback/error-state.tsx';
import { PageHeading } from '../../../ui/layout/page-heading.tsx';

interface LinkPageProps {
  error: unknown;
  onRetry: () => void;
}

/** A link that could not be opened, though it may still serve: one that opens leads to its page. */
export function LinkPage({ error, onRetry }: LinkPageProps) {
  const t = useTranslations('publicShares');
  const errorMessage = useErrorMessage();
  return (
    <>
      <PageHeading title={t('linkTitle')} />
      <ErrorState message={errorMessage(error)} isOffline={error instanceof NetworkError} onRetry={onRetry} />
    </>
  );
}
