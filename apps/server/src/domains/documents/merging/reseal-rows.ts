import { type PackedBytes, packBytes } from '../../../platform/postgres/packed-bytes.ts';
import { canHoldWords } from '../../../platform/reading/reading.ts';
import { rewrapHeader } from '../../../platform/sealing/content.ts';
import type { SafeKeys } from '../../../platform/sealing/safe-keys.ts';
import {
  digestTag,
  resealReadExpiry,
  resealSecrets,
  resealThumbnail,
  successionTag,
  typeTagger,
} from '../record/sealed-document.ts';
import { titleTagger } from '../record/word-tags.ts';

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

/**
 * Documents as the database writes them: `rows` is the JSON text of a `TakenRow[]`, `packed` their bytes, one after the
 * other. The thread that passes them on reads neither.
 */
export type TakenRows = { rows: string; packed: Uint8Array };

/** The sizes are those of the header, of what is sealed, of the end of validity that was read, and of the small picture. */
type TakenRow = {
  documentId: string;
  addedBy: 'company' | 'employee' | 'collector';
  originId: string | null;
  categoryId: string | null;
  folderId: string | null;
  hasThumbnail: boolean | null;
  sizes: [number, number, number | null, number | null];
};

const bytesColumns = ['header', 'sealed', 'typeTag', 'digestTag', 'successionTag', 'readExpiry'] as const;
type BytesColumn = (typeof bytesColumns)[number];
const textColumns = ['documentId', 'titleTags', 'categoryId', 'folderId'] as const;
type TextColumn = (typeof textColumns)[number];

/** Documents as the other safe keeps them, column by column; a column of texts is an array as PostgreSQL reads it. */
export type MovedRows = {
  documents: Record<TextColumn, string> & Record<BytesColumn, PackedBytes>;
  thumbnails: { documentId: string; sealed: PackedBytes } | null;
  /** Those that nobody has looked at yet. */
  unseen: string[];
};

/** Seals rows for another safe. All of it is work for the processor. */
export function openResealing(resealing: Resealing): (taken: TakenRows) => MovedRows {
  const taggers = { titleTags: titleTagger(resealing.to), typeTag: typeTagger(resealing.to) };
  return ({ rows, packed }) => {
    const cut = cutter(packed);
    const moved = (JSON.parse(rows) as TakenRow[]).map((row) => reseal(resealing, taggers, { row, cut }));
    const pictured = moved.filter(({ thumbnail }) => thumbnail !== null);
    const texts = textColumns.map((name) => [name, arrayOf(moved.map((row) => row.texts[name]))]);
    const bytes = bytesColumns.map((name) => [name, packBytes(moved.map((row) => row.bytes[name]))]);
    return {
      documents: Object.fromEntries([...texts, ...bytes]) as MovedRows['documents'],
      thumbnails:
        pictured.length === 0
          ? null
          : {
              documentId: arrayOf(pictured.map((row) => row.texts.documentId)),
              sealed: packBytes(pictured.map((row) => row.thumbnail)),
            },
      unseen: moved.filter(({ isUnseen }) => isUnseen).map((row) => row.texts.documentId ?? ''),
    };
  };
}

type Moved = {
  texts: Record<TextColumn, string | null>;
  bytes: Record<BytesColumn, Buffer | null>;
  thumbnail: Buffer | null;
  isUnseen: boolean;
};

type Taggers = { titleTags: ReturnType<typeof titleTagger>; typeTag: ReturnType<typeof typeTagger> };
type Cut = ReturnType<typeof cutter>;

function reseal(
  resealing: Resealing,
  { titleTags, typeTag }: Taggers,
  { row, cut }: { row: TakenRow; cut: Cut },
): Moved {
  const { from, to, safeId, fromSafeId, categories, folders, isRead } = resealing;
  const keys = { from, to };
  const { documentId, originId, categoryId, folderId, sizes } = row;
  const header = cut(sizes[0]);
  const { secrets, sealed } = resealSecrets(keys, documentId, cut(sizes[1]));
  const [expiry, picture] = [sizes[2] === null ? null : cut(sizes[2]), sizes[3] === null ? null : cut(sizes[3])];
  const fromOwner = { key: from.contents, safeId: fromSafeId, documentId };
  const isDeposit = row.addedBy === 'company';
  return {
    texts: {
      documentId,
      titleTags: `"{${titleTags(secrets.title).join(',')}}"`,
      categoryId: categoryId === null ? null : (categories.get(categoryId) ?? categoryId),
      folderId: folderId === null ? null : (folders.get(folderId) ?? folderId),
    },
    bytes: {
      header: rewrapHeader(header, fromOwner, { key: to.contents, safeId, documentId }),
      sealed,
      typeTag: typeTag(secrets.type),
      digestTag: digestTag(to, secrets.sha256),
      successionTag: isDeposit ? successionTag(to, secrets, { documentId, originId }) : null,
      readExpiry: isRead && expiry ? resealReadExpiry(keys, documentId, expiry) : null,
    },
    thumbnail: picture && resealThumbnail(keys, documentId, picture),
    // With an agreement, all documents are looked at again: their words are hashes under the key that goes.
    isUnseen: !isRead && row.hasThumbnail === null && canHoldWords(secrets.mimeType),
  };
}

/** Each call gives the bytes that follow. */
function cutter({ buffer, byteOffset }: Uint8Array): (size: number) => Buffer {
  let start = byteOffset;
  return (size) => {
    const bytes = Buffer.from(buffer, start, size);
    start += size;
    return bytes;
  };
}

const arrayOf = (items: ReadonlyArray<string | null>): string => `{${items.map((item) => item ?? 'NULL').join(',')}}`;
