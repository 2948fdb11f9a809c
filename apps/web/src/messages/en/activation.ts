import type { activation as french } from '../fr/activation.ts';
import type { Shape } from '../messages.ts';

export const activation = {
  title: 'Activate my safe',
} as const satisfies Shape<typeof french>;
