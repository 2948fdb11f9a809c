import { brokenRules, firstOfEachField, type BrokenRule } from '@perenne/contract/issues';
import type { z } from 'zod';
import { fieldsWithNir, holdsNir } from './nir.ts';

/** Employers send flat JSON: a deeper one could exhaust the stack of the code that walks it. */
const mostLevels = 20;

/**
 * Reads what an employer sent, or returns what it breaks, one entry a field: a social-security number wherever it is,
 * then the shape. The name of a field that is itself such a number is not returned.
 */
export function readFields<S extends z.ZodType>(
  schema: S,
  value: unknown,
): { data?: z.output<S>; broken: BrokenRule[] } {
  if (isTooDeep(value)) return { broken: [{ rule: 'json', bounds: {} }] };
  const forbidden = fieldsWithNir(value).map((field) => ({ ...(field && { field }), rule: 'nir', bounds: {} }));
  const { data, error } = schema.safeParse(value, { reportInput: true });
  const misshapen = error ? brokenRules(error).filter(({ field = '' }) => !holdsNir(field)) : [];
  const broken = firstOfEachField([...forbidden, ...misshapen]);
  return broken.length > 0 || data === undefined ? { broken } : { data, broken };
}

/** Level by level, for what it judges may be nested without end. */
function isTooDeep(value: unknown): boolean {
  let level: unknown[] = [value];
  for (let depth = 0; depth <= mostLevels && level.length > 0; depth++)
    level = level.flatMap((each) => (typeof each === 'object' && each !== null ? Object.values(each) : []));
  return level.length > 0;
}
