import type * as french from '../fr/pages.ts';
import type { Shape } from '../messages.ts';

export const collectors = {
  title: 'Collectors',
  subtitle: 'What organisations bring in for you.',
  emptyTitle: 'You have no collector',
  emptyText: 'A collector links your safe to an organisation and files your invoices and statements as they come out.',
  toDocuments: 'See my documents',
} as const satisfies Shape<typeof french.collectors>;

export const federation = {
  title: 'FranceConnect',
  mergeTitle: 'No merge in progress',
  mergeText: 'To activate your safe, use the code that your employer gave you.',
  toActivation: 'Activate my safe',
} as const satisfies Shape<typeof french.federation>;
