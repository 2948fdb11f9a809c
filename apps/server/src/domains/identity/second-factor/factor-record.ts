import type { KeyObject } from 'node:crypto';
import { z } from 'zod';
import type { Platform } from '../../../platform/platform.ts';
import type { Db, Tx } from '../../../platform/postgres/db.ts';
import { openJson, sealJson } from '../../../platform/sealing/values.ts';
import { listFactors, type FactorRow } from './factors.store.ts';
import { passkeyRecord, type PasskeyRecord } from './passkeys/web-authn.ts';

export const totpRecord = z.object({ secret: z.string() });
type TotpRecord = z.output<typeof totpRecord>;

const placeOf = (safeId: string, factorId: string) => ({
  ...{ table: 'second_factors', column: 'sealed' },
  row: `${safeId}/${factorId}`,
});

type Key = { safeId: string; factorId: string };

export const sealFactor = (values: KeyObject, { safeId, factorId }: Key, record: TotpRecord | PasskeyRecord): Buffer =>
  sealJson(values, placeOf(safeId, factorId), record);

/** Finds a passkey by the name that its device gives it, which is kept sealed. */
export const credentialTagOf = ({ secrets }: Pick<Platform, 'secrets'>, credentialId: string): Buffer =>
  secrets.tag('passkey', credentialId);

type Common = Omit<FactorRow, 'sealed' | 'kind'>;
export type Totp = Common & TotpRecord;
export type Passkey = Common & PasskeyRecord;

/** The factors that an owner has besides the password. */
export type Factors = { totp: Totp | null; passkeys: Passkey[] };

export async function readFactors(db: Db | Tx, { vault }: Pick<Platform, 'vault'>, safeId: string): Promise<Factors> {
  const rows = await listFactors(db, safeId);
  if (rows.length === 0) return { totp: null, passkeys: [] };
  const { values } = await vault.keysOf(safeId, 'owner', db);
  const open = ({ kind: _kind, sealed, ...row }: FactorRow) => ({
    ...row,
    record: openJson(values, placeOf(safeId, row.factorId), sealed),
  });
  const totps = rows.filter(({ kind }) => kind === 'totp').map(open);
  const passkeys = rows.filter(({ kind }) => kind === 'passkey').map(open);
  return {
    totp: totps.map(({ record, ...row }) => ({ ...row, ...totpRecord.parse(record) }))[0] ?? null,
    passkeys: passkeys.map(({ record, ...row }) => ({ ...row, ...passkeyRecord.parse(record) })),
  };
}
