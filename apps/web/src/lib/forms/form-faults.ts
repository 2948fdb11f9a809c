import type { Messages } from '../../messages/messages.ts';

type Rule = keyof Messages['forms'];

/** Which rule a value breaks, with its bounds; put into words only when shown, in the language of that moment. */
export interface Fault {
  rule: Rule;
  bounds: { min?: number; max?: number };
}

const rules: Record<Rule, true> = {
  required: true,
  accepted: true,
  minLength: true,
  maxLength: true,
  maxItems: true,
  email: true,
  name: true,
  characters: true,
  date: true,
  phone: true,
  mobile: true,
  code: true,
  password: true,
  same: true,
  host: true,
  invalid: true,
};

const isRule = (name: unknown): name is Rule => typeof name === 'string' && name in rules;

/** A rule of the contract as the messages know it; one that no form can break is "invalid". */
export function faultOf(rule: unknown, bounds: Record<string, string | number> = {}): Fault {
  const { min, max } = bounds;
  return {
    rule: isRule(rule) ? rule : 'invalid',
    bounds: { ...(min === undefined ? {} : { min: Number(min) }), ...(max === undefined ? {} : { max: Number(max) }) },
  };
}

/** A fault as the message of a form's error, which is a text. */
export const writeFault = (fault: Fault): string => JSON.stringify(fault);
export const readFault = (message: string): Fault => JSON.parse(message) as Fault;
