import type { Document } from '@perenne/contract/documents';
import { identityPaperTypes, markableFormats } from '@perenne/contract/shares';

type Paper = Pick<Document, 'type' | 'mimeType'>;

const isAmong = (values: readonly string[], value: string): boolean => values.includes(value);

/** The watermark of a document: it bears one, its format cannot, or it is no identity paper. */
export function watermarkOf(document: Paper | undefined): 'borne' | 'impossible' | 'none' {
  if (!document || !isAmong(identityPaperTypes, document.type)) return 'none';
  return isAmong(markableFormats, document.mimeType) ? 'borne' : 'impossible';
}
