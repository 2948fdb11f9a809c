import type { Document } from '@perenne/contract/documents';
import { IconDownload, IconFileOff, IconFileUnknown, IconLock } from '../../../ui/buttons/icons.ts';
import type { UseQueryResult } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { isApiError, NetworkError } from '../../../lib/api/api-error.ts';
import { useErrorMessage } from '../../../lib/api/error-message.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { EmptyState } from '../../../ui/feedback/empty-state.tsx';
import { ErrorState } from '../../../ui/feedback/error-state.tsx';
import { useDownload } from '../state/use-document-actions.ts';
import { ContentLoading, Notice } from './content-loading.tsx';
import type { DrawingFault } from './viewer-content.tsx';
import { formatName } from './viewer-kind.ts';

const icon = { size: 36, stroke: 1.5 } as const;

/** Replaces a document that this page cannot draw: the truth, and the way to it. */
export function NoPreview({ document, fault }: { document: Document; fault?: DrawingFault }) {
  const t = useTranslations('viewer');
  const tDocuments = useTranslations('documents');
  const download = useDownload();
  const isText = document.mimeType.startsWith('text/');
  const plain = isText ? t('tooLarge') : t('noPreviewText', { format: formatName(document) });
  return (
    <Notice>
      <EmptyState
        icon={fault === 'locked' ? <IconLock {...icon} /> : <IconFileUnknown {...icon} />}
        title={t(fault ?? 'noPreview')}
        actions={
          <Button variant="primary" isPending={download.isPending} onPress={() => download.mutate(document)}>
            <IconDownload size={19} stroke={1.75} aria-hidden />
            {tDocuments('download')}
          </Button>
        }
      >
        {fault ? t(`${fault}Text`) : plain}
      </EmptyState>
    </Notice>
  );
}

/** Reads again at a press, unless that cannot help: a damaged content stays damaged. */
export function ContentFailed({ query }: { query: UseQueryResult }) {
  const network = useTranslations('network');
  const errorMessage = useErrorMessage();
  const isPaused = query.fetchStatus === 'paused';
  const isWorthRetrying = !isPaused && !isApiError(query.error, 'DocumentDamaged');
  return (
    <Notice>
      <ErrorState
        message={isPaused ? network('offline') : errorMessage(query.error)}
        isOffline={isPaused || query.error instanceof NetworkError}
        isRetrying={query.isFetching}
        {...(isWorthRetrying && { onRetry: () => void query.refetch() })}
      />
    </Notice>
  );
}

/** While a document that is not of the list is looked for, and when there is none. */
export function DocumentMissing({ query, onBack }: { query: UseQueryResult; onBack: () => void }) {
  const t = useTranslations('viewer');
  if (isApiError(query.error, 'DocumentNotFound')) {
    return (
      <Notice>
        <EmptyState
          icon={<IconFileOff {...icon} />}
          title={t('gone')}
          actions={<Button onPress={onBack}>{t('back')}</Button>}
        >
          {t('goneText')}
        </EmptyState>
      </Notice>
    );
  }
  return query.isError || query.fetchStatus === 'paused' ? (
    <ContentFailed query={query} />
  ) : (
    <ContentLoading progress={0} />
  );
}
