import type { Objects } from '../../platform/objects/objects.ts';

/** A store that does as another, but for these changes: for the faults of a disk. */
export const objectsWith = (store: Objects, changes: Partial<Objects>): Objects => ({
  put: (id, chunks) => store.put(id, chunks),
  get: (id, range) => store.get(id, range),
  head: (id) => store.head(id),
  remove: (id) => store.remove(id),
  list: () => store.list(),
  sweepStaging: (ageMs) => store.sweepStaging(ageMs),
  check: () => store.check(),
  ...changes,
});
