import { DomainError } from '../../platform/domain-error.ts';
import type { Platform } from '../../platform/platform.ts';
import { isSystemError } from '../../platform/system-error.ts';

/** Distinguishes a creation that is sent again from another one; nothing of either is kept in clear. */
export type CreationKey = { keyTag: Buffer; requestTag: Buffer };

type Named = { safeId: string; idempotencyKey: string | undefined; body: object };

/** A creation without a key has none: it is another one each time. */
export const creationKeyOf = (
  { secrets }: Platform,
  kind: 'share' | 'document-request',
  { safeId, idempotencyKey, body }: Named,
): CreationKey | null =>
  idempotencyKey === undefined
    ? null
    : {
        keyTag: secrets.tag(`${kind}-key`, safeId, idempotencyKey),
        // Validated bodies have their fields in the order of the contract.
        requestTag: secrets.tag(`${kind}-request`, safeId, JSON.stringify(body)),
      };

const uniqueViolation = '23505';

type Creation<Row, T> = {
  find: (keyTag: Buffer) => Promise<Row | undefined>;
  /** Returns what was created, as it is now. */
  again: (row: Row) => Promise<T>;
  create: () => Promise<T>;
};

/**
 * Creates, or answers with what the same request under the same key has created. A key is good for as long as the row
 * that it made: it needs no job and no row of its own, and a page that was left for days may still ask again.
 * @throws {DomainError} IdempotencyKeyReused
 */
export async function createOnce<Row extends { requestTag: Buffer | null }, T>(
  key: CreationKey | null,
  { find, again, create }: Creation<Row, T>,
): Promise<T> {
  if (!key) return create();
  const answerKnown = (row: Row): Promise<T> => {
    if (!row.requestTag?.equals(key.requestTag)) throw new DomainError('IdempotencyKeyReused');
    return again(row);
  };
  const known = await find(key.keyTag);
  if (known) return answerKnown(known);
  try {
    return await create();
  } catch (error) {
    // If two come at the same instant, the index lets one through, and the other has waited for its commit.
    const first = isSystemError(error, uniqueViolation) ? await find(key.keyTag) : undefined;
    if (!first) throw error;
    return answerKnown(first);
  }
}
