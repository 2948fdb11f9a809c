import type { DocumentType } from '@perenne/contract/documents';
import { keyedHash, type SafeKeys } from '../../platform/sealing/safe-keys.ts';
import { openJson, sealJson } from '../../platform/sealing/values.ts';

/** What a document's row holds sealed; digests in hex. */
export type DocumentSecrets = {
  title: string;
  type: DocumentType;
  fileName: string;
  mimeType: string;
  sha256: string;
  sha512: string;
  originName?: string;
  period?: string;
};

const placeOf = (documentId: string) => ({ table: 'documents', column: 'sealed', row: documentId });

/** The columns that follow from what is sealed: the tags find a type and a digest without showing them. */
export const sealDocument = (keys: SafeKeys, documentId: string, secrets: DocumentSecrets) => ({
  sealed: sealJson(keys.values, placeOf(documentId), secrets),
  type_tag: typeTag(keys, secrets.type),
  digest_tag: digestTag(keys, secrets.sha256),
});

export const openDocument = (keys: SafeKeys, documentId: string, sealed: Buffer): DocumentSecrets =>
  openJson(keys.values, placeOf(documentId), sealed) as DocumentSecrets;

export const typeTag = (keys: SafeKeys, type: DocumentType): Buffer => keyedHash(keys.index, 'type', type);
export const digestTag = (keys: SafeKeys, sha256: string): Buffer => keyedHash(keys.index, 'digest', sha256);
