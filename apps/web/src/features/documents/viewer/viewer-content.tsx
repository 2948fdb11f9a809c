import type { Document } from '@perenne/contract/documents';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';
import { readContent } from '../../../lib/documents/document-content.ts';
import { ContentLoading } from './content-loading.tsx';
import { ImageView } from './image-view.tsx';
import { LatePdf } from './pdf/late-pdf.tsx';
import { ScanView } from './scan-view.tsx';
import { TextView } from './text-view.tsx';
import { ContentFailed, NoPreview } from './viewer-notice.tsx';
import { viewerKind } from './viewer-kind.ts';

/** Why a content that came whole could not be drawn. */
export type DrawingFault = 'damaged' | 'locked';

interface ViewerContentProps {
  document: Document;
  /** The content has come: from now on the document is no longer unread. */
  onRead: () => void;
}

export function ViewerContent({ document, onRead }: ViewerContentProps) {
  const kind = viewerKind(document);
  if (kind === 'none') return <NoPreview document={document} />;
  if (kind === 'scan') return <ScanView document={document} onRead={onRead} />;
  return <ReadableContent document={document} onRead={onRead} />;
}

/** A content is kept a minute, for going back and forth. */
const keptMs = 60_000;

function ReadableContent({ document, onRead }: ViewerContentProps) {
  const { id } = document;
  const [progress, setProgress] = useState(0);
  const [fault, setFault] = useState<DrawingFault>();
  const query = useQuery({
    queryKey: ['documentContent', id],
    queryFn: ({ signal }) => readContent(id, { signal, onProgress: setProgress }),
    staleTime: Infinity,
    gcTime: keptMs,
    structuralSharing: false,
  });
  const content = query.data;
  const read = useEffectEvent(onRead);
  useEffect(() => {
    if (content) read();
  }, [content]);
  if (fault) return <NoPreview document={document} fault={fault} />;
  if (content) return <Drawn document={document} content={content} onFault={setFault} />;
  if (query.isError || query.fetchStatus === 'paused') return <ContentFailed query={query} />;
  return <ContentLoading progress={progress} />;
}

interface DrawnProps {
  document: Document;
  content: Blob;
  onFault: (fault: DrawingFault) => void;
}

function Drawn({ document, content, onFault }: DrawnProps) {
  const kind = viewerKind(document);
  if (kind === 'pdf') return <LatePdf content={content} onFault={onFault} />;
  if (kind === 'image') return <ImageView content={content} title={document.title} onFault={onFault} />;
  return <TextView content={content} />;
}
