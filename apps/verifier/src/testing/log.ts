import type { Checkpoint } from '@perenne/contract/evidence';
import { concat, digest, toHex, utf8, type Bytes } from '../checks/bytes.ts';
import { hashLeaf } from '../checks/log/merkle.ts';
import { bytesOf, signCheckpoint, type Authorities } from './journal.ts';

const node = (left: Bytes, right: Bytes): Promise<Bytes> => digest('SHA-256', concat(Uint8Array.of(1), left, right));

/** As RFC 6962, 2.1 defines them: `split` is the largest power of two below the number of leaves. */
const splitOf = (count: number): number => 2 ** Math.ceil(Math.log2(count) - 1);

export async function rootOfLeaves(leaves: readonly Bytes[]): Promise<Bytes> {
  const [first] = leaves;
  if (leaves.length <= 1) return first ?? digest('SHA-256', utf8(''));
  const split = splitOf(leaves.length);
  return node(await rootOfLeaves(leaves.slice(0, split)), await rootOfLeaves(leaves.slice(split)));
}

/** PROOF(m, D[n]) of RFC 6962, 2.1.2. */
export async function consistencyOf(leaves: readonly Bytes[], size: number, isWhole = true): Promise<Bytes[]> {
  if (size === leaves.length) return isWhole ? [] : [await rootOfLeaves(leaves)];
  const split = splitOf(leaves.length);
  if (size <= split)
    return [...(await consistencyOf(leaves.slice(0, split), size, isWhole)), await rootOfLeaves(leaves.slice(split))];
  return [
    ...(await consistencyOf(leaves.slice(split), size - split, false)),
    await rootOfLeaves(leaves.slice(0, split)),
  ];
}

export const makeLeaves = (count: number, kind = 'leaf'): Promise<Bytes[]> =>
  Promise.all(Array.from({ length: count }, (_, index) => hashLeaf(utf8(`${kind} ${index}`))));

/** Checkpoints of one log at these sizes, each of which names the one before. */
export async function makeLog(
  sizes: readonly number[],
  by: Authorities,
  leaves: readonly Bytes[],
): Promise<Checkpoint[]> {
  const made: Checkpoint[] = [];
  for (const [index, size] of sizes.entries()) {
    const before = made.at(-1);
    const state = {
      ...{ n: index + 1, size, root: toHex(await rootOfLeaves(leaves.slice(0, size))) },
      previous: before ? toHex(await digest('SHA-256', bytesOf(before))) : null,
      at: new Date(Date.UTC(2026, 10, 20, 9, 30 * index)).toISOString(),
    };
    made.push(await signCheckpoint(state, by));
  }
  return made;
}
