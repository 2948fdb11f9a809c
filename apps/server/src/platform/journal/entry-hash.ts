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

/** The values that are hashed, in their order: as `journal_append` joins them, and docs/security.md says. */
export const entryValues = (entry: HashedEntry): string[] => [
  ...[entry.safeId, String(entry.seq), entry.entryId, String(BigInt(entry.at.getTime()) * 1_000n)],
  ...[entry.actorKind, entry.actorId ?? '', entry.action, entry.objectId ?? ''],
  ...[entry.result, entry.detailHash.toString('hex')],
];

export const hashEntry = (prevHash: Buffer, values: readonly string[]): Buffer =>
  createHash('sha256').update(prevHash).update(values.join('\u001f')).digest();
