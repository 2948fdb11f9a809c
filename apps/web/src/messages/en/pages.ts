import type * as french from '../fr/pages.ts';
import type { Shape } from '../messages.ts';

export const federation = {
  title: 'FranceConnect',
  mergeTitle: 'No merge in progress',
  mergeText: 'To activate your safe, use the code that your employer gave you.',
  toActivation: 'Activate my safe',
} as const satisfies Shape<typeof french.federation>;
