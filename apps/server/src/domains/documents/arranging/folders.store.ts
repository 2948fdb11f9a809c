import type { Insertable } from 'kysely';
import type { Tx } from '../../../platform/postgres/db.ts';
import type { Tables } from '../../../platform/postgres/tables.ts';

export const insertFolder = (tx: Tx, row: Insertable<Tables['folders']>) =>
  tx.insertInto('folders').values(row).execute();

export const renameFolder = (
  tx: Tx,
  { safeId, folderId }: { safeId: string; folderId: string },
  name: { sealed_name: Buffer; name_tag: Buffer },
) => tx.updateTable('folders').set(name).where('safe_id', '=', safeId).where('folder_id', '=', folderId).execute();
