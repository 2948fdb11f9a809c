/** The public face of the merge: how one safe receives another, with all that any domain keeps of it. */
export { mountMerge } from './merge.routes.ts';
