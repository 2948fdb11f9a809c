import type { Db, Tx } from '../../platform/postgres/db.ts';

export type ProofRow = { tokenId: string; sealedEmail: Buffer; expiresAt: Date };

export const replaceProof = (tx: Tx, { tokenId, sealedEmail, expiresAt }: ProofRow) =>
  tx
    .insertInto('activation_proofs')
    .values({ token_id: tokenId, sealed_email: sealedEmail, expires_at: expiresAt })
    .onConflict((conflict) =>
      conflict.column('token_id').doUpdateSet({ sealed_email: sealedEmail, expires_at: expiresAt }),
    )
    .execute();

export const findProof = (db: Db, tokenId: string, now: Date) =>
  db
    .selectFrom('activation_proofs')
    .select('sealed_email as sealedEmail')
    .where('token_id', '=', tokenId)
    .where('expires_at', '>', now)
    .executeTakeFirst();

export const deleteProof = (tx: Tx, tokenId: string) =>
  tx.deleteFrom('activation_proofs').where('token_id', '=', tokenId).execute();

export const deleteProofsExpiredBefore = (db: Db, instant: Date) =>
  db.deleteFrom('activation_proofs').where('expires_at', '<', instant).execute();
