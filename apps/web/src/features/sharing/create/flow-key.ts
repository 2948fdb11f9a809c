/** Under which name a tab keeps a share that is being prepared. */
export const flowKey = 'newShare';
