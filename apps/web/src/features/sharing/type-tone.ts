import type { DocumentType } from '@perenne/contract/documents';
import type { DocTone } from '../../ui/brand/doc-thumb.tsx';

const tones: Partial<Record<DocumentType, DocTone>> = {
  PAYE: 'pay',
  CIDT: 'id',
  PECO: 'id',
  PSPR: 'id',
  AECV: 'id',
  ACNS: 'id',
  ECJD: 'id',
  FACT: 'tax',
  FACTA: 'tax',
};

/** The drawing and colours of a shared document: recipients see no categories. */
export const toneOfType = (type: DocumentType): DocTone => tones[type] ?? 'work';
