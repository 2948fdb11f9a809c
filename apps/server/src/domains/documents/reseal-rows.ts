import { canHoldWords } from '../../platform/reading/reading.ts';
import { rewrapHeader } from '../../platform/sealing/content.ts';
import type { SafeKeys } from '../../platform/sealing/safe-keys.ts';
import { openValue, sealValue } from '../../platform/sealing/values.ts';
import {
  digestTag,
  openDocument,
  openReadExpiry,
  sealReadExpiry,
  sealSecrets,
  successionTag,
  thumbnailPlace,
  typeTagger,
} from './sealed-document.ts';
import { titleTagger } from './word-tags.ts';

/** From which safe to which, and what categories and folders have become. A thread can be given it. */
export type Resealing = {
  fromSafeId: string;
  safeId: string;
  from: SafeKeys;
  to: SafeKeys;
  categories: ReadonlyMap<string, string>;
  folders: ReadonlyMap<string, string>;
  /** Words are read in the safe that receives: all of its documents will be looked at. */
  isRead: boolean;
};

/** A document as the database writes it in JSON: bytes are text in hex. */
export type TakenRow = {
  documentId: string;
  header: string;
  sealed: string;
  addedBy: 'company' | 'employee' | 'collector';
  originId: string | null;
  categoryId: string | null;
  folderId: string | null;
  readExpiry: string | null;
  hasThumbnail: boolean | null;
  thumbnail: string | null;
};

const columns = [
  ...['documentId', 'header', 'sealed', 'typeTag', 'digestTag', 'titleTags', 'successionTag', 'readExpiry'],
  ...['categoryId', 'folderId'],
] as const;
type Column = (typeof columns)[number];

/** Documents as the other safe keeps them: each column is an array as PostgreSQL reads it. */
export type MovedRows = {
  documents: Record<Column, string>;
  thumbnails: { documentId: string; sealed: string } | null;
  /** Those that nobody has looked at yet. */
  unseen: string[];
};

/**
 * Seals rows for another safe. All of it is work for the processor. The rows come as one JSON text, which costs those
 * who pass it on nothing.
 */
export function openResealing(resealing: Resealing): (rows: string) => MovedRows {
  const taggers = { titleTags: titleTagger(resealing.to), typeTag: typeTagger(resealing.to) };
  return (rows) => {
    const moved = (JSON.parse(rows) as TakenRow[]).map((row) => reseal(resealing, taggers, row));
    const pictured = moved.filter(({ thumbnail }) => thumbnail !== null);
    const column = (name: Column) => arrayOf(moved.map((row) => row.columns[name]));
    return {
      documents: Object.fromEntries(columns.map((name) => [name, column(name)])) as Record<Column, string>,
      thumbnails:
        pictured.length === 0
          ? null
          : {
              documentId: arrayOf(pictured.map((row) => row.columns.documentId)),
              sealed: arrayOf(pictured.map((row) => row.thumbnail)),
            },
      unseen: moved.filter(({ isUnseen }) => isUnseen).map((row) => row.columns.documentId ?? ''),
    };
  };
}

type Moved = { columns: Record<Column, string | null>; thumbnail: string | null; isUnseen: boolean };

type Taggers = { titleTags: ReturnType<typeof titleTagger>; typeTag: ReturnType<typeof typeTagger> };

function reseal(resealing: Resealing, { titleTags, typeTag }: Taggers, row: TakenRow): Moved {
  const { from, to, safeId, fromSafeId, categories, folders, isRead } = resealing;
  const { documentId, originId, categoryId, folderId } = row;
  const secrets = openDocument(from, documentId, bytesOf(row.sealed));
  const fromOwner = { key: from.contents, safeId: fromSafeId, documentId };
  const header = rewrapHeader(bytesOf(row.header), fromOwner, { key: to.contents, safeId, documentId });
  const isDeposit = row.addedBy === 'company';
  const expiry = isRead && row.readExpiry !== null ? bytesOf(row.readExpiry) : null;
  const picture = row.thumbnail === null ? null : bytesOf(row.thumbnail);
  const place = thumbnailPlace(documentId);
  return {
    columns: {
      documentId,
      header: textOf(header),
      sealed: textOf(sealSecrets(to, documentId, secrets)),
      typeTag: textOf(typeTag(secrets.type)),
      digestTag: textOf(digestTag(to, secrets.sha256)),
      titleTags: `"{${titleTags(secrets.title).join(',')}}"`,
      successionTag: isDeposit ? textOf(successionTag(to, secrets, { documentId, originId })) : null,
      readExpiry: expiry && textOf(sealReadExpiry(to, documentId, openReadExpiry(from, documentId, expiry))),
      categoryId: categoryId === null ? null : (categories.get(categoryId) ?? categoryId),
      folderId: folderId === null ? null : (folders.get(folderId) ?? folderId),
    },
    thumbnail: picture && textOf(sealValue(to.values, place, openValue(from.values, place, picture))),
    // With an agreement, all documents are looked at again: their words are hashes under the key that goes.
    isUnseen: !isRead && row.hasThumbnail === null && canHoldWords(secrets.mimeType),
  };
}

/** As PostgreSQL writes and reads bytes. */
const bytesOf = (text: string): Buffer => Buffer.from(text.slice(2), 'hex');
const textOf = (bytes: Buffer): string => `"\\\\x${bytes.toString('hex')}"`;

const arrayOf = (items: ReadonlyArray<string | null>): string => `{${items.map((item) => item ?? 'NULL').join(',')}}`;
