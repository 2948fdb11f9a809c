import type { Multipart, MultipartFile, MultipartValue } from '@fastify/multipart';
import { brokenRules, firstOfEachField, type BrokenRule } from '@perenne/contract/issues';
import type { FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { InvalidRequest } from '../domain-error.ts';

type TakeFile<T> = (file: { fileName: string; chunks: AsyncIterable<Uint8Array> }, fields: Fields) => Promise<T>;
type Fields = Readonly<Record<string, string>>;

/** The bytes of one text field. */
const fieldBytes = 10_000;

/** One more file than there may be, so that the one in a wrong place is reported by its name. */
const limits = { files: 2, fieldSize: fieldBytes };

/**
 * Reads a form of text fields and one `file`, in any order. The file is taken as it comes, with the
 * fields that came before it; all of them are judged when the form has passed.
 * @throws {InvalidRequest} every field that the form does not have, that comes twice or too long, or
 *   in the place of the file; a missing file
 */
export async function readForm<S extends z.ZodObject, T>(
  request: FastifyRequest,
  form: S,
  take: TakeFile<T>,
): Promise<{ fields: z.output<S>; taken: T }> {
  if (!request.isMultipart()) throw new InvalidRequest([{ rule: 'mediaType' }]);
  // The stream of a caller that went away before it was read neither goes on nor ends: reading it would wait for ever.
  if (request.raw.destroyed) throw new Error('the caller went away');
  const fields: Record<string, string> = {};
  const taken: T[] = [];
  const broken: BrokenRule[] = [];
  for await (const part of partsOf(request, form, fields)) {
    const fault = faultOf(part, { form, fields, hasFile: taken.length > 0 });
    if (fault) broken.push({ field: part.fieldname, bounds: {}, ...fault });
    if (part.type === 'field') fields[part.fieldname] ??= part.value;
    else if (fault) part.file.resume();
    else taken.push(await take({ fileName: part.filename, chunks: part.file }, fields));
  }
  const parsed = form.safeParse(fields, { reportInput: true });
  if (!parsed.success) broken.push(...brokenRules(parsed.error));
  const [file] = taken;
  if (taken.length === 0) broken.push({ field: 'file', rule: 'required', bounds: {} });
  if (!parsed.success || file === undefined || broken.length > 0) throw new InvalidRequest(firstOfEachField(broken));
  return { fields: parsed.data, taken: file };
}

type Part = MultipartFile | MultipartValue<string>;

/** The parts, those that are announced as JSON as text again. */
async function* partsOf(request: FastifyRequest, form: z.ZodObject, fields: Fields): AsyncGenerator<Part> {
  try {
    for await (const part of request.parts({ limits })) yield part.type === 'file' ? part : asText(part);
  } catch (error) {
    if (!isBrokenJson(error)) throw error;
    // The parser does not say which: it is none of those that came.
    const [field, ...others] = Object.keys(form.shape).filter((name) => !(name in fields));
    throw new InvalidRequest([{ ...(field && others.length === 0 && { field }), rule: 'json' }]);
  }
}

const isBrokenJson = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'FST_INVALID_JSON_FIELD_ERROR';

function asText(part: Extract<Multipart, { type: 'field' }>): MultipartValue<string> {
  if (typeof part.value === 'string' && part.mimetype !== 'application/json') return { ...part, value: part.value };
  try {
    return { ...part, value: JSON.stringify(part.value) };
  } catch (error) {
    // JSON that nests too deep for the stack.
    if (!(error instanceof RangeError)) throw error;
    throw new InvalidRequest([{ field: part.fieldname, rule: 'json' }]);
  }
}

type Read = { form: z.ZodObject; fields: Fields; hasFile: boolean };

/** The parser has put this mark in the place of bytes that are not UTF-8. */
const isGarbled = (text: string | undefined): boolean => text?.includes('\ufffd') ?? false;

/** The rule that a part breaks by its place or its bytes; a text field that the form does not have is judged with the form. */
function faultOf(part: Part, { form, fields, hasFile }: Read): (Pick<BrokenRule, 'rule'> & Partial<BrokenRule>) | null {
  const isKnown = part.fieldname in form.shape;
  if (part.type === 'file' && part.fieldname !== 'file') return { rule: isKnown ? 'type' : 'unknown' };
  if (part.type === 'field' && part.fieldname === 'file') return { rule: 'type' };
  if (part.type === 'file' ? hasFile : isKnown && part.fieldname in fields)
    return { rule: 'maxItems', bounds: { max: 1 } };
  if (part.type === 'field' && isKnown && part.valueTruncated)
    return { rule: 'maxLength', bounds: { max: fieldBytes } };
  return isGarbled(part.type === 'field' ? part.value : part.filename) ? { rule: 'characters' } : null;
}
