import { zodResolver } from '@hookform/resolvers/zod';
import type { FieldValues, Resolver } from 'react-hook-form';
import type { z } from 'zod';
import { type Fault, isRule, writeFault } from './form-faults.ts';

const isEmpty = (input: unknown) => input === '' || input === undefined || input === null;

function formatFault(format: string): Fault {
  if (format === 'email' || format === 'date') return { rule: format };
  return { rule: 'invalid' };
}

/** The one map from an issue of the contract's schemas to a message. */
function faultOf(issue: z.core.$ZodRawIssue): Fault {
  if (issue.code === 'custom') {
    const name: unknown = issue.params?.rule;
    return { rule: isRule(name) ? name : 'invalid' };
  }
  if (issue.code === 'invalid_value') return { rule: 'accepted' };
  if (isEmpty(issue.input)) return { rule: 'required' };
  if (issue.code === 'too_small') return { rule: 'tooShort', min: Number(issue.minimum) };
  if (issue.code === 'too_big') {
    return { rule: issue.origin === 'array' ? 'tooMany' : 'tooLong', max: Number(issue.maximum) };
  }
  return issue.code === 'invalid_format' ? formatFault(issue.format) : { rule: 'invalid' };
}

/** The resolver of a form over a schema of the contract. */
export const contractResolver = <Input extends FieldValues, Output>(
  schema: z.ZodType<Output, Input>,
): Resolver<Input, unknown, Output> => zodResolver(schema, { error: (issue) => writeFault(faultOf(issue)) });
