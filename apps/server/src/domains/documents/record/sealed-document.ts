import type { DocumentType } from '@perenne/contract/documents';
import type { Invoice } from '@perenne/contract/invoices';
import type { Platform } from '../../../platform/platform.ts';
import { keyedHash, type SafeKeys } from '../../../platform/sealing/safe-keys.ts';
import { openJson, openText, resealValue, SealBroken, sealJson, sealValue } from '../../../platform/sealing/values.ts';
import { titleTags } from './word-tags.ts';

/** The sender's own words about a file that came by a link: they prove nothing. */
export type SentBy = { name?: string; note?: string };

/** The sealed part of a document's row; digests in hex. */
export type DocumentSecrets = {
  title: string;
  type: DocumentType;
  fileName: string;
  mimeType: string;
  sha256: string;
  sha512: string;
  originName?: string;
  /** If it came by the link of a request: the address to which that was sent, which proves nothing of its sender. */
  linkSentTo?: string;
  sentBy?: SentBy;
  period?: string;
  /** Kept where the type has none, for the day when it is that type again. */
  expiresOn?: string;
  /** The facts of the electronic invoice that it is. */
  invoice?: Invoice;
  /** The fields that its owner has changed: no reading changes them afterwards. */
  ownerSaid?: { title?: true; type?: true };
};

const placeOf = (documentId: string) => ({ table: 'documents', column: 'sealed', row: documentId });

/** The columns that follow from what is sealed: the tags find a type, a digest and words without showing them. */
export const sealDocument = (keys: SafeKeys, documentId: string, secrets: DocumentSecrets) => ({
  ...sealWaitingDocument(keys, documentId, secrets),
  title_tags: titleTags(keys, secrets.title),
});

/** Nobody searches a safe that waits for its owner: what is in it has no words. */
export const sealWaitingDocument = (keys: SafeKeys, documentId: string, secrets: DocumentSecrets) => ({
  sealed: sealSecrets(keys, documentId, secrets),
  type_tag: typeTag(keys, secrets.type),
  digest_tag: digestTag(keys, secrets.sha256),
  title_tags: [] as string[],
});

export const sealSecrets = (keys: SafeKeys, documentId: string, secrets: DocumentSecrets): Buffer =>
  sealJson(keys.values, placeOf(documentId), secrets);

type Keys = { from: SafeKeys; to: SafeKeys };

const valuesOf = ({ from, to }: Keys) => ({ from: from.values, to: to.values });

/** The same under the keys of another safe, and what it holds. */
export function resealSecrets(
  keys: Keys,
  documentId: string,
  sealed: Buffer,
): { secrets: DocumentSecrets; sealed: Buffer } {
  const resealed = resealValue(valuesOf(keys), placeOf(documentId), sealed);
  return { secrets: JSON.parse(resealed.plain.toString()) as DocumentSecrets, sealed: resealed.sealed };
}

export const thumbnailPlace = (documentId: string) => ({ table: 'thumbnails', column: 'sealed', row: documentId });

const readExpiryPlace = (documentId: string) => ({ table: 'documents', column: 'read_expiry', row: documentId });

/** The end of validity that was read in the text, `YYYY-MM-DD`. */
export const sealReadExpiry = (keys: SafeKeys, documentId: string, day: string): Buffer =>
  sealValue(keys.values, readExpiryPlace(documentId), day);

export const openReadExpiry = (keys: SafeKeys, documentId: string, sealed: Buffer): string =>
  openText(keys.values, readExpiryPlace(documentId), sealed);

export const resealReadExpiry = (keys: Keys, documentId: string, sealed: Buffer): Buffer =>
  resealValue(valuesOf(keys), readExpiryPlace(documentId), sealed).sealed;

export const resealThumbnail = (keys: Keys, documentId: string, sealed: Buffer): Buffer =>
  resealValue(valuesOf(keys), thumbnailPlace(documentId), sealed).sealed;

export const openDocument = (keys: SafeKeys, documentId: string, sealed: Buffer): DocumentSecrets =>
  openJson(keys.values, placeOf(documentId), sealed) as DocumentSecrets;

type SealedRow = { safeId: string; documentId: string; sealed: Buffer };

/** The same; null where it cannot be opened. */
export function openOrNull(keys: SafeKeys, { documentId, sealed }: Omit<SealedRow, 'safeId'>): DocumentSecrets | null {
  try {
    return openDocument(keys, documentId, sealed);
  } catch (error) {
    if (error instanceof SealBroken) return null;
    throw error;
  }
}

/** The same, with an alarm, for one among others that go on without it. */
export function openIfWhole({ log }: Pick<Platform, 'log'>, keys: SafeKeys, row: SealedRow): DocumentSecrets | null {
  const secrets = openOrNull(keys, row);
  const { safeId, documentId } = row;
  if (!secrets) log.error({ safeId, documentId }, 'a document cannot be opened');
  return secrets;
}

export const typeTag = (keys: SafeKeys, type: DocumentType): Buffer => keyedHash(keys.index, 'type', type);
/** The same for many documents, which share a few types: each tag is made once. */
export function typeTagger(keys: SafeKeys): (type: DocumentType) => Buffer {
  const known = new Map<DocumentType, Buffer>();
  return (type) => {
    const tag = known.get(type) ?? typeTag(keys, type);
    known.set(type, tag);
    return tag;
  };
}

export const digestTag = (keys: SafeKeys, sha256: string): Buffer => keyedHash(keys.index, 'digest', sha256);

type Deposited = { documentId: string; originId: string | null };

/** The same for payslips of one employer and one month; of its own for anything else. */
export const successionTag = (keys: SafeKeys, secrets: DocumentSecrets, { documentId, originId }: Deposited): Buffer =>
  secrets.type === 'PAYE' && secrets.period !== undefined && originId !== null
    ? keyedHash(keys.index, 'payslip', JSON.stringify([originId, secrets.period]))
    : aloneTag(keys, documentId);

export const aloneTag = (keys: SafeKeys, documentId: string): Buffer => keyedHash(keys.index, 'alone', documentId);
