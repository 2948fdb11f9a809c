import { type Agent, collectorLimits } from '@perenne/contract/collectors';
import { calendarDate, email } from '@perenne/contract/fields';
import { z } from 'zod';

export type AgentField = Agent['fields'][number];
/** The typed values, each by the name of its field. */
export type TypedCredentials = Record<string, string>;

const anything = z.string().max(collectorLimits.credential);
const empty = z.literal('');

const shapes: Record<AgentField['type'], z.ZodType<string, string>> = {
  text: anything,
  password: anything,
  choice: anything,
  email,
  date: calendarDate,
  url: z
    .string()
    .trim()
    .pipe(z.url({ protocol: /^https?$/ })),
  number: z.string().refine((typed) => typed.trim() !== '' && Number.isFinite(Number(typed.replace(',', '.')))),
};

/** The schema of a form over the fields that a partner declares; `isChange`: what is left empty stays as it is. */
export const credentialsSchema = (fields: readonly AgentField[], isChange: boolean) =>
  z.object(
    Object.fromEntries(
      fields.map((field) => {
        const mayBeBlank = isChange || !field.required;
        const shape = shapes[field.type];
        return [field.name, mayBeBlank ? z.union([empty, shape]) : z.string().min(1).pipe(shape)];
      }),
    ),
  );

export const blankCredentials = (fields: readonly AgentField[]): TypedCredentials =>
  Object.fromEntries(fields.map(({ name }) => [name, '']));

/**
 * Returns the values to send: numbers as numbers, nothing that was left empty, and an empty value for what the server has
 * and is to forget.
 */
export const sentCredentials = (
  fields: readonly AgentField[],
  typed: TypedCredentials,
  removed: ReadonlySet<string> = new Set(),
) =>
  Object.fromEntries(
    fields.flatMap(({ name, type }): [string, string | number][] => {
      if (removed.has(name)) return [[name, '']];
      const value = typed[name] ?? '';
      if (value === '') return [];
      return [[name, type === 'number' ? Number(value.replace(',', '.')) : value]];
    }),
  );
