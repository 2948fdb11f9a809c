import { createHash } from 'node:crypto';
import type { Checkpoint, DocumentProof, EvidenceEntry } from '@perenne/contract/evidence';
import { rootFromPath } from './merkle-checks.ts';

/** The steps of `docs/evidence.md`, followed with nothing of the server's own: what fails is named. */

const sha256 = (...parts: Array<string | Buffer>): string => {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part);
  return hash.digest('hex');
};

/** The faults of entries that follow one another. */
export function faultsOfChain(entries: readonly EvidenceEntry[]): string[] {
  return entries.flatMap((entry, index) => {
    const before = entries[index - 1];
    const follows = before === undefined || (before.hash === entry.previousHash && before.seq + 1 === entry.seq);
    return [...(follows ? [] : [`${entry.seq}: does not follow`]), ...faultsOfEntry(entry)];
  });
}

function faultsOfEntry(entry: EvidenceEntry): string[] {
  const canonical = Buffer.from(entry.canonical, 'base64');
  const previous = canonical.subarray(0, 32).toString('hex');
  const [, seq, , instant, actorKind, actorId, action, , result, detailHash] = valuesOf(canonical);
  const isAsSaid =
    seq === String(entry.seq) &&
    instant === String(Date.parse(entry.at) * 1000) &&
    actorKind === entry.actor.kind &&
    actorId === (entry.actor.id ?? '') &&
    action === entry.action &&
    result === entry.result;
  const details = JSON.stringify({ salt: entry.salt, ...entry.details });
  return [
    ...(sha256(canonical) === entry.hash ? [] : [`${entry.seq}: the hash`]),
    ...((entry.previousHash ?? '0'.repeat(64)) === previous ? [] : [`${entry.seq}: the hash before`]),
    ...(isAsSaid ? [] : [`${entry.seq}: what it says`]),
    ...(entry.details === undefined || sha256(details) === detailHash ? [] : [`${entry.seq}: the details`]),
  ];
}

const valuesOf = (canonical: Buffer): string[] => canonical.subarray(32).toString().split('\u001f');

/** The bytes that are sealed and stamped. */
export const signedBytesOf = ({ n, size, root, previous, at }: Checkpoint): Buffer =>
  // In the order of RFC 8785.
  Buffer.from(JSON.stringify({ at, n, previous, root, size }));

/** The faults of a proof, but for its seal and its timestamp. */
export function faultsOfProof({ document, journal, inclusion, checkpoint }: DocumentProof): string[] {
  const [deposit, head] = [journal[0], journal.at(-1)];
  if (!deposit || !head) return ['no entry'];
  const { leafIndex, treeSize, leafHash, path } = inclusion;
  const leaf = sha256(Buffer.of(0x00), Buffer.from(head.hash, 'hex'));
  const root = rootFromPath(
    Buffer.from(leafHash, 'hex'),
    { index: leafIndex, size: treeSize },
    path.map((hash) => Buffer.from(hash, 'hex')),
  );
  const isDeposit = ['document.deposited', 'document.recovered'].includes(deposit.action);
  const names = valuesOf(Buffer.from(deposit.canonical, 'base64'))[7] === document.id;
  const { sha256: recorded, sha512, depositedAt = deposit.at } = deposit.details ?? {};
  const isSame = recorded === document.sha256 && sha512 === document.sha512 && depositedAt === document.depositedAt;
  return [
    ...faultsOfChain(journal),
    ...(isDeposit && names && isSame ? [] : ['the deposit']),
    ...(leaf === leafHash ? [] : ['the leaf']),
    ...(root.toString('hex') === checkpoint.root && treeSize === checkpoint.size ? [] : ['the root']),
  ];
}
