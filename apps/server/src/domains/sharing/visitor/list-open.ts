import type { Answered, Received } from '@perenne/contract/endpoint';
import type { listPublicSharings as listCall, PublicSharing } from '@perenne/contract/public-sharings';
import { z } from 'zod';
import type { Visitor } from '../../../platform/http/actors.ts';
import { openCursor, sealCursor } from '../../../platform/http/cursor.ts';
import type { Platform } from '../../../platform/platform.ts';
import type { SafeKeys } from '../../../platform/sealing/safe-keys.ts';
import { listHeldBy, openHeld, type HeldRow } from '../../documents/documents.ts';
import { openShare } from '../sealed-share.ts';
import { isWatermarked } from '../sharing.rules.ts';
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
    listHeldBy(db, holdersOpenTo(db, visitor, page)),
  ]);
  const documentsOf = Map.groupBy(documents, ({ holderId }) => holderId);
  const rest = rows[0]?.rest ?? 0;
  const last = rest > rows.length ? rows.at(-1) : undefined;
  const present = async (row: OpenedRow) =>
    presentSharing(await platform.vault.keysOf(row.safeId, 'sharing'), row, documentsOf.get(row.shareId) ?? []);
  return {
    items: await Promise.all(rows.map(present)),
    nextCursor: last ? sealCursor(secrets, scope, last.shareId) : null,
    total: after ? await countOpenTo(db, visitor, page.now) : rest,
  };
}

function presentSharing(keys: SafeKeys, row: OpenedRow, documents: readonly HeldRow[]): PublicSharing {
  const { title, sender, message, watermark } = openShare(keys.values, row.shareId, row.sealedShare);
  return {
    ...{ id: row.shareId, title, sender, message },
    sentAt: row.createdAt.toISOString(),
    expirationDate: row.expiresAt.toISOString(),
    documents: documents.map((held) => presentDocument(keys, held, watermark)),
    unread: row.readAt === null,
  };
}

function presentDocument(keys: SafeKeys, row: HeldRow, watermark: boolean): PublicSharing['documents'][number] {
  const { secrets } = openHeld(keys, row);
  const { title, type, mimeType, fileName } = secrets;
  return {
    ...{ id: row.documentId, title, type, mimeType, fileName, size: row.sizeBytes },
    watermarked: isWatermarked(watermark, secrets),
  };
}
