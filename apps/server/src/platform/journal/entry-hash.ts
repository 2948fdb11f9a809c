import { createHash } from 'node:crypto';

/** An entry as its hash covers it. */
export type HashedEntry = {
  safeId: string;
  seq: number;
  entryId: string;
  at: Date;
  actorKind: string;
  actorId: string | null;
  action: string;
  objectId: string | null;
  result: string;
  detailHash: Buffer;
};

/** The values that are hashed, in their order: as `journal_append` joins them, and docs/evidence.md says. */
export const entryValues = (entry: HashedEntry): string[] => [
  ...[entry.safeId, String(entry.seq), entry.entryId, String(BigInt(entry.at.getTime()) * 1_000n)],
  ...[entry.actorKind, entry.actorId ?? '', entry.action, entry.objectId ?? ''],
  ...[entry.result, entry.detailHash.toString('hex')],
];

/** The bytes that are hashed: the hash before, then the values. */
export const canonicalEntry = (prevHash: Buffer, values: readonly string[]): Buffer =>
  Buffer.concat([prevHash, Buffer.from(values.join('\u001f'))]);

export const hashEntry = (prevHash: Buffer, values: readonly string[]): Buffer =>
  createHash('sha256').update(canonicalEntry(prevHash, values)).digest();

/** The hash before the first entry, which readers are given as null. */
export const noHash = Buffer.alloc(32);
