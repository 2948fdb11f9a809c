import { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { freeBytes } from '../../../platform/bytes/free-bytes.ts';
import { goneOf } from '../../../platform/http/connections/gone.ts';
import { holdTurn } from '../../../platform/http/connections/hold-turn.ts';
import { longContents, makeFairLine } from '../../../platform/turns/fair-line.ts';
import { isShown } from '../record/file-type.rules.ts';
import { wholeBytes, type ContentBytes } from './read-beginning.ts';
import type { ReadableContent } from './read-content.ts';

/** Nothing in a content may run, whatever it is and wherever it is opened. */
export const contentPolicy = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; sandbox";

type Range = { from: number; to: number };

/** A content as it leaves: its name and type, and the digest that distinguishes it from others. */
export type SentContent = Omit<ReadableContent, 'secrets' | 'open'> & {
  /** May wait until it can be given, unless who asked has `gone`. */
  open(range: Range, gone: AbortSignal): AsyncGenerator<Buffer> | Promise<ContentBytes>;
  secrets: Pick<ReadableContent['secrets'], 'sha256' | 'mimeType' | 'fileName'>;
};

/** RFC 9110: validators, one range, and a disposition that is safe for the type. */
export async function sendContent(request: FastifyRequest, reply: FastifyReply, content: SentContent) {
  const etag = `"${content.secrets.sha256}"`;
  reply.headers({
    etag,
    'accept-ranges': 'bytes',
    'cache-control': 'no-store',
    'content-security-policy': contentPolicy,
  });
  // RFC 9110, 13.2.2: the validators are looked at before the range is.
  if (isOther(request.headers['if-match'], etag)) return reply.code(412).send();
  // Nothing of it leaves: no reading.
  if (matches(request.headers['if-none-match'], etag)) return reply.code(304).send();
  const range = rangeOf(request, etag, content.sizeBytes);
  if (range === 'unsatisfiable') return reply.code(416).header('content-range', `bytes */${content.sizeBytes}`).send();
  const bytes = await openRecorded(reply, content, range);
  reply.headers({
    'content-type': content.secrets.mimeType,
    'content-disposition': disposition(
      isShown(content.secrets.fileName) ? 'inline' : 'attachment',
      content.secrets.fileName,
    ),
    'content-length': range.to - range.from,
  });
  if (range.partial)
    reply.code(206).header('content-range', `bytes ${range.from}-${range.to - 1}/${content.sizeBytes}`);
  return sendBytes(reply, bytes);
}

/** The whole of it, to be saved under its own name; its validator lets who was cut go on by a range of it. */
export async function sendFile(reply: FastifyReply, content: SentContent) {
  const whole = { from: 0, to: content.sizeBytes };
  const bytes = await openRecorded(reply, content, whole);
  const { mimeType, fileName, sha256 } = content.secrets;
  reply.header('etag', `"${sha256}"`);
  return sendToSave(reply, { mimeType, fileName, bytes, sizeBytes: content.sizeBytes });
}

const line = makeFairLine(longContents);

/** Opened before: nothing is recorded of what cannot be given. @throws {DomainError} ServiceUnavailable */
async function openRecorded(reply: FastifyReply, content: SentContent, range: Range) {
  if (range.to - range.from > wholeBytes) await holdTurn(line, content.party, reply);
  const bytes = await content.open(range, goneOf(reply));
  try {
    await content.recordReading(range);
    return bytes;
  } catch (error) {
    if (!Buffer.isBuffer(bytes)) await bytes.return(undefined);
    throw error;
  }
}

type Saved = { mimeType: string; fileName: string; bytes: ContentBytes; sizeBytes?: number };

export function sendToSave(reply: FastifyReply, { mimeType, fileName, bytes, sizeBytes }: Saved) {
  reply.headers({
    'cache-control': 'no-store',
    'content-security-policy': contentPolicy,
    'content-type': mimeType,
    'content-disposition': disposition('attachment', fileName),
    ...(sizeBytes !== undefined && { 'content-length': sizeBytes }),
  });
  return sendBytes(reply, bytes);
}

/** The memory of a content that was read whole is given back once the system has taken it. */
function sendBytes(reply: FastifyReply, bytes: ContentBytes) {
  if (!Buffer.isBuffer(bytes)) return reply.send(Readable.from(bytes, { objectMode: false }));
  reply.raw.once('finish', () => freeBytes(bytes));
  return reply.send(bytes);
}

export const matches = (header: string | undefined, etag: string): boolean =>
  header !== undefined &&
  header.split(',').some((tag) => tag.trim() === '*' || tag.trim().replace(/^W\//, '') === etag);

/** By strong comparison (RFC 9110, 13.1.1): a weak tag matches nothing. */
const isOther = (header: string | undefined, etag: string): boolean =>
  header !== undefined && !header.split(',').some((tag) => ['*', etag].includes(tag.trim()));

type Asked = Range & { partial: boolean };

/** Several ranges, or a unit that is not bytes, are answered whole, as the standard allows. */
function rangeOf(request: FastifyRequest, etag: string, size: number): Asked | 'unsatisfiable' {
  const whole = { from: 0, to: size, partial: false };
  const { range, 'if-range': ifRange } = request.headers;
  const asked = /^bytes=(\d*)-(\d*)$/.exec(range ?? '');
  if (!asked || (ifRange !== undefined && ifRange !== etag)) return whole;
  const [, first = '', last = ''] = asked;
  if (first === '' && last === '') return whole;
  if (first === '') return suffixOf(Number(last), size);
  const from = Number(first);
  const to = last === '' ? size : Math.min(Number(last) + 1, size);
  if (last !== '' && Number(last) < from) return whole;
  return from < size ? { from, to, partial: true } : 'unsatisfiable';
}

const suffixOf = (length: number, size: number): Asked | 'unsatisfiable' =>
  length === 0 || size === 0 ? 'unsatisfiable' : { from: Math.max(0, size - length), to: size, partial: true };

/** RFC 6266: the name in ASCII for old clients, and whole for the others. */
function disposition(kind: 'inline' | 'attachment', fileName: string): string {
  const ascii = fileName
    .normalize('NFD')
    .replace(/[^\x20-\x7e]/g, '')
    .replace(/ {2,}/g, ' ')
    .replace(/["\\%]/g, '_');
  const encoded = encodeURIComponent(fileName.toWellFormed()).replace(
    /['()*]/g,
    (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `${kind}; filename="${ascii}"; filename*=UTF-8''${encoded}`;
}
