import { type BrokenRule, brokenRules } from '@perenne/contract/issues';
import { type FieldErrors, type FieldValues, get, type Resolver, set } from 'react-hook-form';
import type { z } from 'zod';
import { type Fault, faultOf, writeFault } from './form-faults.ts';

/** The value of a field says more to its reader than the rule of its shape: nothing yet, or a box not ticked. */
function faultAt({ rule, bounds }: BrokenRule, value: unknown): Fault {
  if (value === '' || value === null || value === undefined) return faultOf('required');
  return value === false ? faultOf('accepted') : faultOf(rule, bounds);
}

/** The resolver of a form over a schema of the contract, which names the rules as the server's answers do. */
export const contractResolver =
  <Input extends FieldValues, Output>(schema: z.ZodType<Output, Input>): Resolver<Input, unknown, Output> =>
  (values) => {
    const parsed = schema.safeParse(values);
    if (parsed.success) return { values: parsed.data, errors: {} };
    const errors: FieldErrors<Input> = {};
    for (const broken of brokenRules(parsed.error)) {
      const field = broken.field ?? 'root';
      set(errors, field, { type: broken.rule, message: writeFault(faultAt(broken, get(values, field))) });
    }
    return { values: {}, errors };
  };
