import type { Multipart } from '@fastify/multipart';
import { brokenRules } from '@perenne/contract/issues';
import type { FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { InvalidRequest } from '../domain-error.ts';

type TakeFile<T> = (file: { fileName: string; chunks: AsyncIterable<Uint8Array> }, fields: Fields) => Promise<T>;
type Fields = Readonly<Record<string, string>>;

/**
 * Reads a form of text fields and one `file`, in any order. The file is taken as it comes, with the
 * fields that came before it; all of them are judged when the form has passed.
 * @throws {InvalidRequest} a field that the form does not have, a missing file
 */
export async function readForm<S extends z.ZodObject, T>(
  request: FastifyRequest,
  form: S,
  take: TakeFile<T>,
): Promise<{ fields: z.output<S>; taken: T }> {
  if (!request.isMultipart()) throw new InvalidRequest([{ rule: 'mediaType' }]);
  const fields: Record<string, string> = {};
  const taken: T[] = [];
  for await (const part of request.parts()) {
    if (part.type === 'field') fields[part.fieldname] = textOf(part);
    else if (part.fieldname !== 'file') throw new InvalidRequest([{ field: part.fieldname, rule: 'unknown' }]);
    else taken.push(await take({ fileName: part.filename, chunks: part.file }, fields));
  }
  const parsed = form.safeParse(fields, { reportInput: true });
  const broken = parsed.success ? [] : brokenRules(parsed.error);
  const [file] = taken;
  if (taken.length === 0) broken.push({ field: 'file', rule: 'required', bounds: {} });
  if (!parsed.success || file === undefined || broken.length > 0) throw new InvalidRequest(broken);
  return { fields: parsed.data, taken: file };
}

/** A field that is announced as JSON comes parsed. */
function textOf(part: Extract<Multipart, { type: 'field' }>): string {
  if (part.mimetype === 'application/json') return JSON.stringify(part.value);
  if (typeof part.value !== 'string') throw new InvalidRequest([{ field: part.fieldname, rule: 'type' }]);
  return part.value;
}
