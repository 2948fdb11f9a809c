import { readLocal, writeLocal } from '../../../lib/browser/local-store.ts';

const storedKey = 'documentsView';

/** How this browser drew the list when it was last asked to, where that is not the usual way. */
export const readRememberedView = (): 'grid' | undefined => (readLocal(storedKey) === 'grid' ? 'grid' : undefined);

export const rememberView = (view: 'list' | 'grid'): void => writeLocal(storedKey, view);
