import type { Document } from '@perenne/contract/documents';
import { IconChevronDown, IconChevronUp } from '../../../ui/buttons/icons.ts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';
import { useTranslations } from 'use-intl';
import { isApiError } from '../../../lib/api/api-error.ts';
import { IconButton } from '../../../ui/buttons/icon-button.tsx';
import { ContentLoading } from './content-loading.tsx';
import { ImageView } from './image-view.tsx';
import { PageField } from './pdf/page-field.tsx';
import { readPreview } from './read-preview.ts';
import { ContentFailed, NoPreview } from './viewer-notice.tsx';

interface ScanViewProps {
  document: Document;
  onRead: () => void;
}

const keptMs = 60_000;

/** Photographs and scans of formats that browsers do not draw: the server made pictures of their pages. */
export function ScanView({ document, onRead }: ScanViewProps) {
  const { id, title } = document;
  const [page, setPage] = useState(1);
  const [isBroken, setBroken] = useState(false);
  const query = useQuery({
    queryKey: ['documentPreview', id, page],
    queryFn: ({ signal }) => readPreview(id, page, signal),
    staleTime: Infinity,
    gcTime: keptMs,
    structuralSharing: false,
    placeholderData: keepPreviousData,
  });
  const read = useEffectEvent(onRead);
  const { data } = query;
  useEffect(() => {
    if (data) read();
  }, [data]);
  if (isBroken || isApiError(query.error, 'UnsupportedFileType'))
    return <NoPreview document={document} fault="damaged" />;
  if (query.isError || (!data && query.fetchStatus === 'paused')) return <ContentFailed query={query} />;
  if (!data) return <ContentLoading progress={0} />;
  return (
    <ImageView
      content={data.picture}
      title={title}
      onFault={() => setBroken(true)}
      isBusy={query.isPlaceholderData}
      controls={data.pageCount > 1 && <Pager page={page} total={data.pageCount} onPage={setPage} />}
    />
  );
}

const icon = { size: 21, stroke: 1.75, 'aria-hidden': true } as const;

function Pager({ page, total, onPage }: { page: number; total: number; onPage: (page: number) => void }) {
  const t = useTranslations('viewer');
  return (
    <>
      <IconButton label={t('previousPage')} isIdle={page === 1} onPress={() => onPage(page - 1)}>
        <IconChevronUp {...icon} />
      </IconButton>
      <PageField page={page} total={total} onPage={onPage} />
      <IconButton label={t('nextPage')} isIdle={page === total} onPress={() => onPage(page + 1)}>
        <IconChevronDown {...icon} />
      </IconButton>
    </>
  );
}
