import type { Json } from '@perenne/collecting/run';
import { CollectingStopped, type RunHost, type StopCode } from '../../platform/collecting/collecting.ts';
import { openCollecting } from '../../platform/collecting/open-collecting.ts';
import type { LocalReach, Resolve } from '../../platform/collecting/reach.ts';
import type { RunLimits } from '../../platform/collecting/run-limits.ts';
import { sharedCodes } from '../collecting/collector-codes.ts';

export type Visited = {
  /** The documents that were received whole. */
  documents: Array<{ title: string; fileName: string; date: string | undefined; text: string }>;
  /** Why it ended before its end. */
  code: StopCode | null;
  /** The memory that it stored at once, or at its end. */
  memory: Json;
  /** How often it asked whether a document is known. */
  asked: number;
};

type Visit = {
  agentId: string;
  credentials: Record<string, string | number>;
  local: LocalReach;
  limits?: Partial<RunLimits>;
  /** The answers of name servers, in place of those of this machine. */
  resolve?: Resolve;
  memory?: Json;
  since?: string;
  known?: ReadonlySet<string>;
  /** The way of a document into the safe, where it takes time. */
  slowly?: (chunks: AsyncIterable<Uint8Array>) => AsyncIterable<Uint8Array>;
};

const silent = { info: () => {}, warn: () => {}, error: () => {}, debug: () => {} };

/** One visit of a collector of ours, behind its walls, to a server of the test; nothing enters a safe. */
export async function visit({
  local,
  limits = {},
  resolve,
  known = new Set(),
  slowly = (chunks) => chunks,
  ...asked
}: Visit): Promise<Visited> {
  const collecting = await openCollecting({
    log: silent,
    local,
    limits,
    codes: sharedCodes,
    ...(resolve && { resolve }),
  });
  const visited: Visited = { documents: [], code: null, memory: asked.memory ?? null, asked: 0 };
  const host: RunHost = {
    isKnown: async (identity) => {
      visited.asked += 1;
      return known.has(identity);
    },
    wants: async () => true,
    receive: async ({ title, fileName, date }, chunks) => {
      const text = Buffer.concat(await Array.fromAsync(slowly(chunks))).toString();
      visited.documents.push({ title, fileName, date, text });
    },
    remember: async (memory) => void (visited.memory = memory),
    awaitCode: async () => 'resend',
  };
  const order = { since: null, memory: null, ...asked };
  try {
    visited.memory = await collecting.run(order, host, new AbortController().signal);
  } catch (error) {
    if (!(error instanceof CollectingStopped)) throw error;
    visited.code = error.code;
  }
  return visited;
}
