import { createHash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { DomainError } from '../../../platform/domain-error.ts';
import type { Owner } from '../../../platform/http/actors.ts';
import type { Platform } from '../../../platform/platform.ts';
import { openValue } from '../../../platform/sealing/values.ts';
import { requireDocument } from '../record/require-document.ts';
import { thumbnailPlace } from '../record/sealed-document.ts';
import { contentPolicy, matches } from '../download/send-content.ts';
import { selectThumbnail } from './thumbnails.store.ts';

/** The small picture of a document, in WebP. @throws {DomainError} DocumentNotFound, where it has none too */
export async function readThumbnail(platform: Platform, { safeId }: Owner, documentId: string): Promise<Buffer> {
  await requireDocument(platform, safeId, documentId);
  const sealed = await selectThumbnail(platform.db, safeId, documentId);
  if (!sealed) throw new DomainError('DocumentNotFound');
  const keys = await platform.vault.keysOf(safeId, 'owner');
  return openValue(keys.values, thumbnailPlace(documentId), sealed);
}

export async function sendThumbnail(request: FastifyRequest, reply: FastifyReply, picture: Buffer) {
  const etag = `"${createHash('sha256').update(picture).digest('hex')}"`;
  reply.headers({ etag, 'cache-control': 'no-store', 'content-security-policy': contentPolicy });
  if (matches(request.headers['if-none-match'], etag)) return reply.code(304).send();
  reply.headers({ 'content-type': 'image/webp', 'content-disposition': 'inline', 'content-length': picture.length });
  return reply.send(picture);
}
