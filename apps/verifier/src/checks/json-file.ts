import type { z } from 'zod';
import { textOf, type Bytes } from './bytes.ts';
import { Broken } from './report.ts';

/** What a JSON file holds; undefined where it is none. */
export function parseJson(bytes: Bytes): unknown {
  try {
    return JSON.parse(textOf(bytes));
  } catch {
    return undefined;
  }
}

/** @throws {Broken} wrongShape, with the first field that is not as the contract says */
export function readAs<Schema extends z.ZodType>(schema: Schema, value: unknown, file: string): z.output<Schema> {
  const { success, data, error } = schema.safeParse(value);
  if (success) return data;
  throw new Broken('wrongShape', { file, where: error.issues[0]?.path.join('.') || 'JSON' });
}
