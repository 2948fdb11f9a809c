import { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { isShown } from './file-type.rules.ts';
import type { ReadableContent } from './read-content.ts';

/** Nothing in a content may run, whatever it is and wherever it is opened. */
export const contentPolicy = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; sandbox";

/** RFC 9110: validators, one range, and a disposition that is safe for the type. */
export async function sendContent(request: FastifyRequest, reply: FastifyReply, content: ReadableContent) {
  const etag = `"${content.secrets.sha256}"`;
  reply.headers({
    etag,
    'accept-ranges': 'bytes',
    'cache-control': 'no-store',
    'content-security-policy': contentPolicy,
  });
  const range = rangeOf(request, etag, content.sizeBytes);
  if (range === 'unsatisfiable') return reply.code(416).header('content-range', `bytes */${content.sizeBytes}`).send();
  // Who asks whether the content is still the same reads it too.
  await content.recordReading();
  if (matches(request.headers['if-none-match'], etag)) return reply.code(304).send();
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
  return reply.send(Readable.from(content.open(range), { objectMode: false }));
}

/** The whole of it, to be saved under its own name. */
export async function sendFile(reply: FastifyReply, content: ReadableContent) {
  await content.recordReading();
  const { mimeType, fileName } = content.secrets;
  const bytes = content.open({ from: 0, to: content.sizeBytes });
  return sendToSave(reply, { mimeType, fileName, bytes, sizeBytes: content.sizeBytes });
}

type Saved = { mimeType: string; fileName: string; bytes: AsyncGenerator<Buffer>; sizeBytes?: number };

export function sendToSave(reply: FastifyReply, { mimeType, fileName, bytes, sizeBytes }: Saved) {
  reply.headers({
    'cache-control': 'no-store',
    'content-security-policy': contentPolicy,
    'content-type': mimeType,
    'content-disposition': disposition('attachment', fileName),
    ...(sizeBytes !== undefined && { 'content-length': sizeBytes }),
  });
  return reply.send(Readable.from(bytes, { objectMode: false }));
}

export const matches = (header: string | undefined, etag: string): boolean =>
  header !== undefined &&
  header.split(',').some((tag) => tag.trim() === '*' || tag.trim().replace(/^W\//, '') === etag);

type Range = { from: number; to: number; partial: boolean };

/** Several ranges, or a unit that is not bytes, are answered whole, as the standard allows. */
function rangeOf(request: FastifyRequest, etag: string, size: number): Range | 'unsatisfiable' {
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

const suffixOf = (length: number, size: number): Range | 'unsatisfiable' =>
  length === 0 || size === 0 ? 'unsatisfiable' : { from: Math.max(0, size - length), to: size, partial: true };

/** RFC 6266: the name in ASCII for old clients, and whole for the others. */
function disposition(kind: 'inline' | 'attachment', fileName: string): string {
  const ascii = fileName
    .normalize('NFD')
    .replace(/[^\x20-\x7e]/g, '')
    .replace(/["\\%]/g, '_');
  const encoded = encodeURIComponent(fileName.toWellFormed()).replace(
    /['()*]/g,
    (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `${kind}; filename="${ascii}"; filename*=UTF-8''${encoded}`;
}
