import type { Platform } from '../platform.ts';

interface DueWork<Due> {
  /** Reads a batch of what is due: the next one holds what was not acted on. */
  select: () => Promise<readonly Due[]>;
  /** Distinguishes one from the others, and names it in the log. */
  idsOf: (due: Due) => Readonly<Record<string, string>>;
  /** Returns true if it counts. */
  act: (due: Due) => Promise<boolean>;
  /** The line of the log for one that failed. */
  failure: string;
}

/**
 * Acts on all that is due, a batch at a time and once on each. One that fails keeps no other from its turn: it is
 * logged, and the next job tries it again. A batch of nothing but failures ends the work. Returns how many counted.
 */
export async function actOnDue<Due>(
  { log }: Pick<Platform, 'log'>,
  { select, idsOf, act, failure }: DueWork<Due>,
  signal?: AbortSignal,
): Promise<number> {
  const tried = new Set<string>();
  const tryOne = async (due: Due): Promise<boolean> => {
    tried.add(JSON.stringify(idsOf(due)));
    try {
      return await act(due);
    } catch (error) {
      log.error({ err: error, ...idsOf(due) }, failure);
      return false;
    }
  };
  let counted = 0;
  for (;;) {
    const batch = (await select()).filter((due) => !tried.has(JSON.stringify(idsOf(due))));
    if (batch.length === 0) return counted;
    for (const due of batch) {
      signal?.throwIfAborted();
      if (await tryOne(due)) counted += 1;
    }
  }
}
