import type { Document } from '@perenne/contract/documents';

export type ViewerKind = 'pdf' | 'image' | 'scan' | 'text' | 'none';

/** Formats that every browser draws. */
const images = new Set(['image/png', 'image/jpeg', 'image/gif', 'image/webp', 'image/avif', 'image/bmp']);
/** Those that not every browser draws: the server makes pictures of their pages. */
const scans = new Set(['image/heic', 'image/heif', 'image/tiff']);
const texts = new Set(['text/plain', 'text/csv', 'application/xml']);
const mostTextBytes = 2_000_000;

/** How a document is shown, if it can be: what is not shown is not read either. */
export function viewerKind({ mimeType, size }: Pick<Document, 'mimeType' | 'size'>): ViewerKind {
  const type = mimeType.split(';')[0]?.trim() ?? '';
  if (type === 'application/pdf') return 'pdf';
  if (images.has(type)) return 'image';
  if (scans.has(type)) return 'scan';
  return texts.has(type) && size <= mostTextBytes ? 'text' : 'none';
}

/** `Contrat.docx` → `DOCX` */
export const formatName = ({ fileName }: Pick<Document, 'fileName'>): string =>
  fileName.split('.').at(-1)?.toUpperCase() ?? '';
