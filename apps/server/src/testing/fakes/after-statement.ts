import type { KyselyPlugin } from 'kysely';

/** Does something once the n-th statement of a process has been answered, and counts them. */
export function afterStatement(n: number, work: () => Promise<void>): KyselyPlugin & { count: number } {
  const counter = {
    count: 0,
    transformQuery: ({ node }: Parameters<KyselyPlugin['transformQuery']>[0]) => node,
    transformResult: async ({ result }: Parameters<KyselyPlugin['transformResult']>[0]) => {
      counter.count += 1;
      if (counter.count === n) await work();
      return result;
    },
  };
  return counter;
}
