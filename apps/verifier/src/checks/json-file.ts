import type { z } from 'zod';
import { textOf, type Bytes } from './bytes.ts';
import { Broken } from './report.ts';

/** The value of a JSON file; undefined where it is none, or where programs would read it differently. */
export function parseJson(bytes: Bytes): unknown {
  try {
    const text = textOf(bytes);
    const value: unknown = JSON.parse(text);
    // Most files are as JSON.stringify writes them, which no file with twins is, and this takes a tenth of the time.
    return JSON.stringify(value) !== text && hasTwins(text) ? undefined : value;
  } catch {
    return undefined;
  }
}

/** Whether an object names a member twice. Some readers take the first one, JSON.parse takes the last. */
function hasTwins(text: string): boolean {
  const open: Array<Set<string> | null> = [];
  for (const [token, colon] of text.matchAll(/"[^"\\]*(?:\\.[^"\\]*)*"(\s*:)?|[{}[\]]/g)) {
    if (token === '{' || token === '[') open.push(token === '{' ? new Set() : null);
    else if (token === '}' || token === ']') open.pop();
    else if (colon !== undefined) {
      const name = String(JSON.parse(token.slice(0, -colon.length)));
      if (open.at(-1)?.has(name)) return true;
      open.at(-1)?.add(name);
    }
  }
  return false;
}

/** @throws {Broken} wrongShape, with the first field that is not as the contract says */
export function readAs<Schema extends z.ZodType>(schema: Schema, value: unknown, file: string): z.output<Schema> {
  const { success, data, error } = schema.safeParse(value);
  if (success) return data;
  throw new Broken('wrongShape', { file, where: error.issues[0]?.path.join('.') || 'JSON' });
}
