import { inSafe } from '../../../lib/browser/tab-memory.ts';

/** Under which name a tab keeps a share that is being prepared. */
export const newShareKey = (): string => inSafe('newShare');
