import { listDocuments } from '../../src/domains/documents/listing/list-documents.ts';
import { readContent } from '../../src/domains/documents/download/read-content.ts';
import type { Owner } from './cast.ts';
import { ownerActor } from './owners.ts';
import { instantOf, lastPeriods, type Happening } from './timeline.ts';

/** Reads, in the first days of each month, what has come; what came since is unread. */
export const readingsOf = (owner: Owner, { now, months }: { now: Date; months: number }): Happening[] =>
  lastPeriods(now, months).map((period) => ({
    at: instantOf(`${period}-04`, '18:30'),
    happen: async (platform) => {
      const reader = ownerActor(platform, owner);
      const { items } = await listDocuments(platform, reader, { unread: 'true', sort: 'addedAt', limit: 50 });
      const now = platform.clock.now().toISOString();
      for (const { id } of items.filter(({ addedAt }) => addedAt <= now))
        await (await readContent(platform, reader, id)).recordReading({ from: 0 });
    },
  }));
