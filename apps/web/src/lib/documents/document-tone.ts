import type { Category } from '@perenne/contract/places';
import type { DocTone } from '../../ui/brand/doc-thumb.tsx';

const tones: Record<NonNullable<Category['kind']>, DocTone> = {
  payslips: 'pay',
  work: 'work',
  identity: 'id',
  housing: 'home',
  bank: 'tax',
  health: 'health',
  invoices: 'tax',
  other: 'work',
};

/** The drawing and colours of a category; one that the user made has those of "other". */
export const toneOf = (category: Pick<Category, 'kind'> | undefined): DocTone => tones[category?.kind ?? 'other'];
