import { CollectingError } from '../failures.ts';

/** An atom is a string, what was quoted or counted is bytes, `NIL` is null, and parentheses make a list. */
export type Value = string | Buffer | null | Value[];

/** One response of a server (RFC 3501, 7). */
export type Response = {
  /** `*` where it belongs to no command, `+` where the server waits for more of one. */
  tag: string;
  status: Status | null;
  values: Value[];
};

/** `code` is the text in brackets, such as `UIDNEXT 12`. */
type Status = { kind: string; code: string };

/** Bounds lists and pieces alike: no mailbox of a person has longer ones. */
const longestResponseBytes = 8_000_000;
const deepestList = 100;

/** Reads responses one after the other, with no more of the connection in memory than the one at hand. */
export class ResponseReader {
  readonly #chunks: AsyncIterator<Buffer>;
  #held: Buffer[] = [];
  #heldBytes = 0;

  constructor(stream: AsyncIterable<Buffer>) {
    this.#chunks = stream[Symbol.asyncIterator]();
  }

  /** @throws {CollectingError} PARTNER_UNAVAILABLE where the connection ends; PARTNER_CHANGED where it is no such server */
  async next(): Promise<Response> {
    const parts: Array<string | Buffer> = [];
    for (let size = 0; ;) {
      const line = await this.#line();
      size += line.length;
      const status = parts.length === 0 ? /^(\S+) (OK|NO|BAD|BYE|PREAUTH)\b(?: \[([^\]]*)\])?/i.exec(line) : null;
      if (status) return statusOf(status);
      const literal = /\{(\d{1,9})\}$/.exec(line);
      if (!literal) return responseOf([...parts, line]);
      size += Number(literal[1]);
      if (size > longestResponseBytes) throw tooLong();
      parts.push(line.slice(0, literal.index), await this.#take(Number(literal[1])));
    }
  }

  async #line(): Promise<string> {
    for (let searched = 0; ;) {
      const held = this.#join();
      const end = held.indexOf('\n', searched);
      if (end >= 0) return (await this.#take(end + 1)).toString('latin1').trimEnd();
      searched = held.length;
      if (searched > longestResponseBytes) throw tooLong();
      await this.#fill();
    }
  }

  async #take(size: number): Promise<Buffer> {
    while (this.#heldBytes < size) await this.#fill();
    const held = this.#join();
    this.#hold(held.subarray(size));
    return held.subarray(0, size);
  }

  #join(): Buffer {
    const [first = Buffer.alloc(0), ...others] = this.#held;
    if (others.length > 0) this.#hold(Buffer.concat(this.#held));
    return others.length > 0 ? this.#join() : first;
  }

  #hold(bytes: Buffer): void {
    this.#held = [bytes];
    this.#heldBytes = bytes.length;
  }

  async #fill(): Promise<void> {
    const next = await this.#chunks.next().catch((cause: unknown) => {
      throw cut(cause);
    });
    if (next.done) throw cut();
    this.#held.push(next.value);
    this.#heldBytes += next.value.length;
  }
}

const cut = (cause?: unknown) =>
  new CollectingError('PARTNER_UNAVAILABLE', 'the connection to the mailbox was cut', { cause });
const tooLong = () => new CollectingError('PARTNER_CHANGED', 'a response of the mailbox is longer than any should be');

const statusOf = ([, tag = '', kind = '', code = '']: RegExpExecArray): Response => ({
  ...{ tag, values: [] },
  status: { kind: kind.toUpperCase(), code },
});

function responseOf(parts: ReadonlyArray<string | Buffer>): Response {
  const [tag, ...values] = readValues(parts);
  if (typeof tag !== 'string') throw new CollectingError('PARTNER_CHANGED', 'a response has no tag');
  return { tag, status: null, values };
}

function readValues(parts: ReadonlyArray<string | Buffer>): Value[] {
  const lists: Value[][] = [[]];
  const add = (value: Value) => lists.at(-1)?.push(value);
  for (const part of parts) {
    if (typeof part !== 'string') {
      add(part);
      continue;
    }
    for (const [token] of part.matchAll(/[()]|"(?:[^"\\]|\\.)*"|[^\s()"]+/g)) {
      if (token === '(') {
        const list: Value[] = [];
        add(list);
        lists.push(list);
      } else if (token === ')') lists.pop();
      else add(valueOf(token));
      if (lists.length === 0 || lists.length > deepestList)
        throw new CollectingError('PARTNER_CHANGED', 'a response of the mailbox has no shape');
    }
  }
  return lists[0] ?? [];
}

function valueOf(token: string): Value {
  if (token.startsWith('"')) return Buffer.from(token.slice(1, -1).replace(/\\(.)/g, '$1'), 'latin1');
  return token.toUpperCase() === 'NIL' ? null : token;
}

/** Returns any value as text: UTF-8, or what old programs wrote before it. */
export function textOf(value: Value | undefined): string {
  if (!Buffer.isBuffer(value)) return typeof value === 'string' ? value : '';
  const text = value.toString('utf8');
  return text.includes('\ufffd') ? new TextDecoder('windows-1252').decode(value) : text;
}

export const listOf = (value: Value | undefined): Value[] => (Array.isArray(value) ? value : []);
