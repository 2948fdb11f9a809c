import { zodResolver } from '@hookform/resolvers/zod';
import type { ErrorEntry } from '@perenne/contract/errors';
import type {
  ControllerFieldState,
  ControllerRenderProps,
  FieldPath,
  FieldValues,
  Resolver,
  UseFormSetError,
} from 'react-hook-form';
import { useTranslations } from 'use-intl';
import type { z } from 'zod';
import type { Messages } from '../messages/messages.ts';
import { isApiError } from './api-error.ts';

type Rule = keyof Messages['forms'];

/** Which rule a value breaks, with its bounds; put into words only when shown, in the language of that moment. */
interface Fault {
  rule: Rule;
  min?: number;
  max?: number;
}

type Issue = z.core.$ZodRawIssue;

const isEmpty = (input: unknown) => input === '' || input === undefined || input === null;

const rules: Record<Rule, true> = {
  required: true,
  tooShort: true,
  tooLong: true,
  tooMany: true,
  email: true,
  name: true,
  date: true,
  phone: true,
  code: true,
  same: true,
  accepted: true,
  invalid: true,
};
const isRule = (name: unknown): name is Rule => typeof name === 'string' && name in rules;

/** The one map from an issue of the contract's schemas to a message. */
function faultOf(issue: Issue): Fault {
  if (issue.code === 'custom') {
    const name: unknown = issue.params?.rule;
    return { rule: isRule(name) ? name : 'invalid' };
  }
  if (issue.code === 'invalid_value') return { rule: 'accepted' };
  if (isEmpty(issue.input)) return { rule: 'required' };
  if (issue.code === 'too_small') return { rule: 'tooShort', min: Number(issue.minimum) };
  if (issue.code === 'too_big')
    return { rule: issue.origin === 'array' ? 'tooMany' : 'tooLong', max: Number(issue.maximum) };
  if (issue.code === 'invalid_format')
    return { rule: issue.format === 'email' ? 'email' : issue.format === 'date' ? 'date' : 'invalid' };
  return { rule: 'invalid' };
}

const write = (fault: Fault): string => JSON.stringify(fault);

/** The resolver of a form over a schema of the contract. */
export const contractResolver = <Input extends FieldValues, Output>(
  schema: z.ZodType<Output, Input>,
): Resolver<Input, unknown, Output> => zodResolver(schema, { error: (issue) => write(faultOf(issue)) });

const read = (message: string): Fault => JSON.parse(message) as Fault;

/** Puts the fault of a field into words. */
export function useFaultMessage(): (message: string | undefined) => string | undefined {
  const t = useTranslations('forms');
  return (message) => {
    if (!message) return undefined;
    if (!message.startsWith('{')) return message;
    const { rule, min = 1, max = 1 } = read(message);
    return t(rule, { min, max });
  };
}

/** What a field of `ui` takes from a `Controller`. */
export function useFieldProps() {
  const faultMessage = useFaultMessage();
  return <Values extends FieldValues, Name extends FieldPath<Values>>(
    field: ControllerRenderProps<Values, Name>,
    state: ControllerFieldState,
  ) => ({
    name: field.name,
    value: field.value,
    onChange: field.onChange,
    onBlur: field.onBlur,
    inputRef: field.ref,
    errorMessage: faultMessage(state.error?.message),
  });
}

function serverFault({ params }: ErrorEntry): Fault {
  const rule = isRule(params?.rule) ? params.rule : 'invalid';
  return { rule, min: Number(params?.min ?? 1), max: Number(params?.max ?? 1) };
}

/**
 * Shows beside their fields what the server refused in them; true if every entry found its field.
 */
export function setServerErrors<Values extends FieldValues>(
  error: unknown,
  fields: readonly FieldPath<Values>[],
  setError: UseFormSetError<Values>,
): boolean {
  if (!isApiError(error, 'InvalidRequest')) return false;
  const placed = error.errors.filter((entry) => {
    const name = fields.find((field) => field === entry.field);
    if (name) setError(name, { type: 'server', message: write(serverFault(entry)) });
    return name !== undefined;
  });
  return placed.length > 0 && placed.length === error.errors.length;
}
