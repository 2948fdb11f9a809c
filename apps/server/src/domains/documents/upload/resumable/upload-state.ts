import { DomainError } from '../../../../platform/domain-error.ts';
import type { Platform } from '../../../../platform/platform.ts';
import type { SafeKeys } from '../../../../platform/sealing/safe-keys.ts';
import { openText, sealValue } from '../../../../platform/sealing/values.ts';
import { findUpload, type UploadKey, type UploadRow } from './resumable.store.ts';
import { TusRefusal } from './tus-refusal.ts';

/** The state of an upload, as a client sees it. */
export type UploadState = {
  uploadId: string;
  lengthBytes: number;
  receivedBytes: number;
  expiresAt: Date;
  documentId: string | null;
};

/** The request that continues an upload, until another one does. */
export type Turn = UploadKey & { turn: string; keys: SafeKeys };

export const stateOf = (uploadId: string, row: UploadRow): UploadState => ({
  uploadId,
  lengthBytes: row.lengthBytes,
  receivedBytes: row.receivedBytes,
  expiresAt: row.expiresAt,
  documentId: row.documentId,
});

const metadataPlace = (uploadId: string) => ({ table: 'resumable_uploads', column: 'sealed', row: uploadId });

export const sealMetadata = (keys: SafeKeys, uploadId: string, metadata: string): Buffer =>
  sealValue(keys.values, metadataPlace(uploadId), metadata);
export const openMetadata = (keys: SafeKeys, uploadId: string, sealed: Buffer): string =>
  openText(keys.values, metadataPlace(uploadId), sealed);

/** @throws {DomainError} NotFound where there is none, or no more */
export async function requireUpload({ db, clock }: Platform, key: UploadKey): Promise<UploadRow> {
  const row = await findUpload(db, key, clock.now());
  if (!row) throw new DomainError('NotFound');
  return row;
}

const comeBackSeconds = 2;

export const isHeld = ({ documentId, heldUntil }: UploadRow, now: Date): boolean =>
  documentId === null && heldUntil !== null && heldUntil > now;

/** The document is being made, or another request has gone on with the upload. */
export const locked = (): TusRefusal =>
  new TusRefusal(423, { field: 'upload-offset', retryAfterSeconds: comeBackSeconds });
