import { z } from 'zod';
import { InvalidRequest } from '../domain-error.ts';
import { openJson, sealJson, SealBroken } from '../sealing/values.ts';
import type { Secrets } from '../secrets.ts';

/** Which list a cursor belongs to, and whose: elsewhere it opens nothing. */
export type CursorScope = { list: string; owner: string };

const placeOf = ({ list, owner }: CursorScope) => ({ table: 'cursor', column: list, row: owner });

/** Sealed, because addresses are logged and a position may hold a title; and so never made up. */
export const sealCursor = ({ values }: Pick<Secrets, 'values'>, scope: CursorScope, position: unknown): string =>
  sealJson(values, placeOf(scope), position).toString('base64url');

/** @throws {InvalidRequest} a cursor that this list never gave */
export function openCursor<T>(
  { values }: Pick<Secrets, 'values'>,
  scope: CursorScope,
  { cursor, position }: { cursor: string; position: z.ZodType<T> },
): T {
  const sealed = Buffer.from(cursor, 'base64url');
  try {
    // The decoder passes over what is not base64url: a cursor is what was given, to the letter.
    if (sealed.toString('base64url') !== cursor) throw new SealBroken('not a cursor');
    return position.parse(openJson(values, placeOf(scope), sealed));
  } catch (error) {
    if (error instanceof SealBroken || error instanceof z.ZodError)
      throw new InvalidRequest([{ field: 'cursor', rule: 'cursor' }]);
    throw error;
  }
}
