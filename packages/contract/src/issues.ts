import type { z } from 'zod';
import type { ErrorParams } from './errors.ts';

/** A field that breaks a rule: the name of the rule names its message, the bounds go into it. */
export type BrokenRule = { field?: string; rule: string; bounds: ErrorParams };

type Issue = z.core.$ZodIssue;

/** The broken rules of a refused value, the same in a form and in an answer: the first that each field breaks. */
export const brokenRules = (error: z.ZodError): BrokenRule[] => firstOfEachField(error.issues.flatMap(describeIssue));

export function firstOfEachField<T extends { field?: string }>(broken: readonly T[]): T[] {
  const seen = new Set<string | undefined>();
  return broken.filter(({ field }) => !seen.has(field) && seen.add(field));
}

function describeIssue(issue: Issue): BrokenRule[] {
  if (issue.code === 'invalid_union') {
    const inner = closest(issue.errors).map((each) => ({ ...each, path: [...issue.path, ...each.path] }));
    if (inner.length > 0) return inner.flatMap(describeIssue);
  }
  if (issue.code === 'unrecognized_keys')
    return issue.keys.map((key) => ({ field: [...issue.path, key].join('.'), rule: 'unknown', bounds: {} }));
  const field = issue.path.join('.');
  return [{ ...(field && { field }), ...describeRule(issue) }];
}

/** Returns the shape that a value was meant to have, among those that it may have. */
function closest(branches: Issue[][]): Issue[] {
  const ranked = branches.toSorted((a, b) => strangeness(a) - strangeness(b));
  return ranked[0] ?? [];
}

/** Counts what belongs to another shape: keys that this one does not know, names that it does not go by. */
const strangeness = (issues: Issue[]): number =>
  issues.reduce((sum, issue) => {
    if (issue.code === 'unrecognized_keys') return sum + 2 * issue.keys.length;
    return sum + (issue.code === 'invalid_value' && issue.input !== undefined ? 1 : 0);
  }, 0);

function describeRule(issue: Issue): { rule: string; bounds: ErrorParams } {
  switch (issue.code) {
    case 'invalid_type':
      return { rule: issue.input === undefined ? 'required' : 'type', bounds: {} };
    case 'invalid_value':
      return { rule: issue.input === undefined ? 'required' : 'value', bounds: {} };
    case 'too_small':
      return describeBound(issue.origin, 'min', Number(issue.minimum));
    case 'too_big':
      return describeBound(issue.origin, 'max', Number(issue.maximum));
    case 'invalid_format':
      return {
        rule: ['email', 'date', 'datetime', 'uuid'].includes(issue.format) ? issue.format : 'format',
        bounds: {},
      };
    case 'custom':
      return describeCustom(issue.params);
    default:
      return { rule: 'value', bounds: {} };
  }
}

function describeBound(origin: string, side: 'min' | 'max', bound: number) {
  if (origin === 'string' && side === 'min' && bound === 1) return { rule: 'required', bounds: {} };
  const suffix = origin === 'string' ? 'Length' : origin === 'array' ? 'Items' : '';
  return { rule: `${side}${suffix}`, bounds: { [side]: bound } };
}

function describeCustom(params: Record<string, unknown> | undefined) {
  const { rule, ...others } = params ?? {};
  const bounds = Object.entries(others).filter((pair): pair is [string, number] => typeof pair[1] === 'number');
  return { rule: typeof rule === 'string' ? rule : 'value', bounds: Object.fromEntries(bounds) };
}
