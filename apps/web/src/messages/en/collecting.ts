import type { collecting as french } from '../fr/collecting.ts';
import type { Shape } from '../messages.ts';
import { collectors, newCollector } from './collectors.ts';

export const collecting = { collectors, newCollector } as const satisfies Shape<typeof french>;
