import type { Answered, Received } from '@perenne/contract/endpoint';
import type { listPublicSharings as listCall, PublicSharing } from '@perenne/contract/public-sharings';
import { z } from 'zod';
import type { Visitor } from '../../../platform/http/actors.ts';
import { openCursor, sealCursor } from '../../../platform/http/cursor.ts';
import type { Platform } from '../../../platform/platform.ts';
import type { SafeKeys } from '../../../platform/sealing/safe-keys.ts';
import { SealBroken } from '../../../platform/sealing/values.ts';
import { listHeldBy, openHeld, type ListedHeld } from '../../documents/documents.ts';
import { openShare, type ShareSecrets } from '../sealed-share.ts';
import { isWatermarked, markedForm } from '../sharing.rules.ts';
import { countOpenTo, holdersOpenTo, selectOpenTo, type OpenedRow } from './visitor.store.ts';

type Query = Received<typeof listCall>['query'];

/** The shares that live and are open to what the visitor has proved, the newest first; never a word of other recipients. */
export async function listPublicSharings(
  platform: Platform,
  visitor: Visitor,
  query: Query,
): Promise<Answered<typeof listCall>> {
  const { db, secrets, clock } = platform;
  const scope = { list: 'public-sharings', owner: `${visitor.safeId}/${visitor.recipientId}/${visitor.proof}` };
  const after = query.cursor && openCursor(secrets, scope, { cursor: query.cursor, position: z.string() });
  const page = { now: clock.now(), limit: query.limit, ...(after && { after }) };
  const [rows, documents] = await Promise.all([
    selectOpenTo(db, visitor, page),
    listHeldBy(db, holdersOpenTo(visitor, page)),
  ]);
  const documentsOf = Map.groupBy(documents, ({ holderId }) => holderId);
  const rest = rows[0]?.rest ?? 0;
  const last = rest > rows.length ? rows.at(-1) : undefined;
  const present = async (row: OpenedRow) => {
    const keys = await platform.vault.keysOf(row.safeId, 'sharing');
    return whatOpens(platform, row, () =>
      presentSharing(platform, keys, { row, held: documentsOf.get(row.shareId) ?? [] }),
    );
  };
  return {
    items: (await Promise.all(rows.map(present))).flat(),
    nextCursor: last ? sealCursor(secrets, scope, last.shareId) : null,
    total: after ? await countOpenTo(db, visitor, page.now) : rest,
  };
}

/** Damage is logged for operators, and takes nothing else from the visitor. */
function whatOpens<T>({ log }: Platform, { safeId, shareId }: OpenedRow, open: () => T): T[] {
  try {
    return [open()];
  } catch (error) {
    if (!(error instanceof SealBroken)) throw error;
    log.error({ safeId, shareId }, 'what is shared cannot be opened');
    return [];
  }
}

type Shown = { row: OpenedRow; held: readonly ListedHeld[] };

function presentSharing(platform: Platform, keys: SafeKeys, { row, held }: Shown): PublicSharing {
  const secrets = openShare(keys.values, row.shareId, row.sealedShare);
  const { title, sender, message } = secrets;
  return {
    ...{ id: row.shareId, title, sender, message },
    sentAt: row.createdAt.toISOString(),
    expirationDate: row.expiresAt.toISOString(),
    documents: held.flatMap((one) => whatOpens(platform, row, () => presentDocument(keys, one, secrets))),
    unread: row.readAt === null,
  };
}

function presentDocument(keys: SafeKeys, row: ListedHeld, share: ShareSecrets): PublicSharing['documents'][number] {
  const opened = openHeld(keys, row);
  const { title, type, mimeType, fileName } = opened.secrets;
  const watermarked = isWatermarked(share, opened);
  const form = watermarked ? markedForm(opened.secrets) : { mimeType, fileName };
  return { id: row.documentId, title, type, ...form, size: row.sizeBytes, watermarked };
}
