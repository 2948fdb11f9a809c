import { Readable } from 'node:stream';
import { DomainError } from '../../../platform/domain-error.ts';
import type { Owner } from '../../../platform/http/actors.ts';
import type { Platform } from '../../../platform/platform.ts';
import { canBePictured, ReadingStopped, type Reading } from '../../../platform/reading/reading.ts';
import { readContent } from '../download/read-content.ts';

export type Preview = { picture: Buffer; pageCount: number };

type Asked = {
  documentId: string;
  /** From 1. */
  page: number;
  /** Aborted when the caller is gone. */
  signal: AbortSignal;
};

/**
 * A page of a document as a picture, for the formats that browsers do not draw. It is made where hostile files do no
 * harm, and kept nowhere.
 * @throws {DomainError} DocumentNotFound, DocumentDamaged; UnsupportedFileType, for what has no such page or cannot be drawn
 */
export async function drawPreview(platform: Platform, owner: Owner, asked: Asked): Promise<Preview> {
  const { documentId, page } = asked;
  const content = await readContent(platform, owner, documentId);
  const { mimeType } = content.secrets;
  if (!canBePictured(mimeType)) throw new DomainError('UnsupportedFileType');
  const { sizeBytes } = content;
  const plain = { sizeBytes, chunks: Readable.from(await content.open({ from: 0, to: sizeBytes })) };
  const wanted = { mimeType, picture: true, text: false, page: page - 1 };
  const { picture, pageCount } = await orNothing(
    platform,
    platform.reader.read(wanted, plain, asked.signal),
    documentId,
  );
  if (!picture || pageCount === undefined) throw new DomainError('UnsupportedFileType');
  await content.recordReading({ from: 0 });
  return { picture, pageCount };
}

async function orNothing(platform: Platform, work: Promise<Reading>, documentId: string): Promise<Reading> {
  try {
    return await work;
  } catch (error) {
    if (!(error instanceof ReadingStopped)) throw error;
    platform.log.warn({ documentId, cause: error.code }, 'a document cannot be shown');
    return { picture: null, text: null };
  }
}
