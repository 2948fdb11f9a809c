import { useTranslations } from 'use-intl';
import { NetworkError } from '../../lib/api-error.ts';
import { useErrorMessage } from '../../lib/error-message.ts';
import { ErrorState } from '../../ui/error-state.tsx';
import { PageHeading } from '../../ui/page-heading.tsx';

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
