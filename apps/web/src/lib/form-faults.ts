import type { Messages } from '../messages/messages.ts';

type Rule = keyof Messages['forms'];

/** Which rule a value breaks, with its bounds; put into words only when shown, in the language of that moment. */
export interface Fault {
  rule: Rule;
  min?: number;
  max?: number;
}

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

export const isRule = (name: unknown): name is Rule => typeof name === 'string' && name in rules;

/** A fault as the message of a form's error, which is a text. */
export const writeFault = (fault: Fault): string => JSON.stringify(fault);
export const readFault = (message: string): Fault => JSON.parse(message) as Fault;
