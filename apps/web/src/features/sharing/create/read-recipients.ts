import { email as emailSchema, limits } from '@perenne/contract/fields';

/** The fault of an address, as its writer can mend it. */
export type AddressFault = 'noAt' | 'noName' | 'noDomain' | 'severalAt' | 'space' | 'tooLong' | 'format';

export interface FaultyLine {
  /** From 1, as editors count them. */
  line: number;
  text: string;
  why: AddressFault;
}

export interface ReadRecipients {
  /** Each once, in their order. */
  emails: string[];
  faults: FaultyLine[];
  /** How many were given again. */
  twice: number;
}

const longestShown = 60;

/**
 * Addresses as people paste them: one a line, or separated by commas, semicolons or tabs, with or without
 * a name before them (`Marie Durand <marie@exemple.fr>`).
 */
export function readRecipients(text: string): ReadRecipients {
  const read: ReadRecipients = { emails: [], faults: [], twice: 0 };
  const seen = new Set<string>();
  text.split(/\r\n|\r|\n/).forEach((content, index) => {
    for (const entry of entriesOf(content)) {
      const email = addressOf(entry);
      const why = faultOf(email);
      if (why) read.faults.push({ line: index + 1, text: shorten(entry), why });
      else if (seen.has(email.toLowerCase())) read.twice += 1;
      else read.emails.push(email);
      if (!why) seen.add(email.toLowerCase());
    }
  });
  return read;
}

const entriesOf = (line: string): string[] =>
  line
    .split(/[,;\t]/)
    .flatMap(apart)
    .map((entry) => entry.trim())
    .filter(Boolean);

/** Several addresses with nothing but spaces between them. */
function apart(entry: string): string[] {
  const words = entry.trim().split(/\s+/);
  return words.length > 1 && words.every((word) => /^[^\s@<>]+@[^\s@<>]+$/.test(word)) ? words : [entry];
}

const addressOf = (entry: string): string =>
  (/<([^<>]*)>\s*$/.exec(entry)?.[1] ?? entry).replace(/^mailto:/i, '').trim();

function faultOf(email: string): AddressFault | undefined {
  if (email.length > limits.email) return 'tooLong';
  const [name = '', domain = '', ...others] = email.split('@');
  if (!email.includes('@')) return 'noAt';
  if (others.length > 0) return 'severalAt';
  if (/\s/.test(email)) return 'space';
  if (name === '') return 'noName';
  if (!/[^.]\.[^.]/.test(domain)) return 'noDomain';
  return emailSchema.safeParse(email).success ? undefined : 'format';
}

const shorten = (text: string): string => (text.length > longestShown ? `${text.slice(0, longestShown)}…` : text);
