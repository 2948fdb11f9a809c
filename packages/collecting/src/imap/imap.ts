import type { Duplex } from 'node:stream';
import { CollectingError, DocumentFailure, type FailureCode } from '../failures.ts';
import { encodeFolder, findFolder } from './folders.ts';
import { listOf, ResponseReader, textOf, type Response, type Value } from './responses.ts';

/** The server says no to a command; `code` is its word for why, such as `NONEXISTENT`. */
export class ImapRefusal extends Error {
  override readonly name = 'ImapRefusal';
  readonly code: string;

  constructor(code: string) {
    super('the mailbox refuses a command');
    this.code = code;
  }
}

/** `uidNext`: every message that comes later has this number or a higher one, as long as `uidValidity` is the same. */
export type Folder = { uidValidity: string; uidNext: number };

/** By the names of its items, such as `ENVELOPE`. */
export type Fetched = ReadonlyMap<string, Value>;

/** A part is asked for in pieces, so that a long one is never in memory as a whole. */
const pieceBytes = 1_048_576;
const answersAtMost = 20_000;

/** A client of IMAP (RFC 3501) that only reads: it opens folders with EXAMINE, which marks nothing as seen. */
export class Imap {
  readonly #stream: Duplex;
  readonly #reader: ResponseReader;
  readonly #capabilities: readonly string[];
  #commands = 0;

  private constructor(stream: Duplex, reader: ResponseReader, capabilities: readonly string[]) {
    this.#stream = stream;
    this.#reader = reader;
    this.#capabilities = capabilities;
  }

  /** @throws {CollectingError} PARTNER_UNAVAILABLE, PARTNER_CHANGED */
  static async open(stream: Duplex): Promise<Imap> {
    const reader = new ResponseReader(stream as AsyncIterable<Buffer>);
    const { tag, status } = await reader.next();
    if (tag !== '*' || !status) throw new CollectingError('PARTNER_CHANGED', 'the server is not one of mailboxes');
    if (status.kind !== 'OK') throw new CollectingError('PARTNER_UNAVAILABLE', 'the mailbox turns visitors away');
    const [name, ...capabilities] = status.code.toUpperCase().split(' ');
    return new Imap(stream, reader, name === 'CAPABILITY' ? capabilities : []);
  }

  /** @throws {CollectingError} why the server does not let this user in */
  async login(user: string, password: string): Promise<void> {
    const isPlain = /^[\x20-\x7e]*$/.test(user + password) && !this.#capabilities.includes('LOGINDISABLED');
    const proof = Buffer.from(`\0${user}\0${password}`).toString('base64');
    try {
      if (isPlain) await this.#run(`LOGIN ${quote(user)} ${quote(password)}`);
      else await this.#run('AUTHENTICATE PLAIN', proof);
    } catch (error) {
      throw error instanceof ImapRefusal ? refusedLogin(error) : error;
    }
  }

  /** Opens a folder, however its server writes the name. @throws {ImapRefusal} there is no such folder */
  async examine(name: string): Promise<Folder> {
    try {
      return await this.#examine(encodeFolder(name));
    } catch (error) {
      const isOther = !(error instanceof ImapRefusal) || isBusy(error);
      const found = isOther ? undefined : findFolder(name, await this.#list());
      if (found === undefined) throw error;
      return this.#examine(found);
    }
  }

  async #examine(name: string): Promise<Folder> {
    const responses = await this.#run(`EXAMINE ${quote(name)}`);
    const codes = new Map(
      responses.flatMap(({ status }) => {
        const [key = '', value = ''] = status?.code.split(' ') ?? [];
        return status ? [[key.toUpperCase(), value] as const] : [];
      }),
    );
    const uidValidity = codes.get('UIDVALIDITY');
    if (uidValidity === undefined)
      throw new CollectingError('PARTNER_CHANGED', 'the mailbox does not number its messages');
    return { uidValidity, uidNext: Number(codes.get('UIDNEXT')) || (await this.#highest()) + 1 };
  }

  /** Some servers do not say what number comes next: it is beyond that of the last message. */
  async #highest(): Promise<number> {
    const [last] = await this.#fetch('UID FETCH * (UID)');
    return Number(last?.get('UID') ?? 0);
  }

  async #list() {
    const responses = await this.#run('LIST "" "*"');
    return responses
      .filter(({ values }) => values[0] === 'LIST')
      .map(({ values: [, , delimiter, name] }) => ({ delimiter: textOf(delimiter), name: textOf(name) }));
  }

  /** The numbers of the messages that a search finds, by their UID. */
  async search(criteria: string): Promise<number[]> {
    const responses = await this.#run(`UID SEARCH ${criteria}`);
    const found = responses.filter(({ values }) => values[0] === 'SEARCH').flatMap(({ values }) => values.slice(1));
    return found.map(Number).filter((uid) => Number.isSafeInteger(uid) && uid > 0);
  }

  /** @param items without UID, which comes with them */
  fetch(uids: readonly number[], items: string): Promise<Fetched[]> {
    return this.#fetch(`UID FETCH ${uids.join(',')} (UID ${items})`);
  }

  /**
   * A part of a message, still in its encoding. Its bytes are fetched as they are read.
   * @throws {DocumentFailure} the message is there no more; {ImapRefusal}
   */
  async *readPart(uid: number, path: string): AsyncGenerator<Buffer> {
    for (let offset = 0; ; offset += pieceBytes) {
      const fetched = await this.#fetch(`UID FETCH ${uid} (UID BODY.PEEK[${path}]<${offset}.${pieceBytes}>)`);
      const found = fetched
        .flatMap((items) => (Number(items.get('UID')) === uid ? [...items] : []))
        .find(([name]) => name.startsWith('BODY['));
      if (!found) throw new DocumentFailure('PARTNER_UNAVAILABLE', 'a message is there no more');
      // An empty part may be said to be NIL.
      const [, piece] = found;
      const bytes = Buffer.isBuffer(piece) ? piece : Buffer.from(textOf(piece));
      if (bytes.length > 0) yield bytes;
      if (bytes.length < pieceBytes) return;
    }
  }

  /** Says goodbye, and does not wait for an answer. */
  close(): void {
    this.#stream.end(`${this.#nextTag()} LOGOUT\r\n`);
    this.#stream.resume();
  }

  async #fetch(command: string): Promise<Fetched[]> {
    const responses = await this.#run(command);
    return responses
      .filter(({ values }) => values[1] === 'FETCH')
      .map(({ values }) => {
        const list = listOf(values[2]);
        const pairs = list.flatMap((name, at) => (at % 2 === 0 ? [[textOf(name).toUpperCase(), list[at + 1]]] : []));
        return new Map(pairs as Array<[string, Value]>);
      });
  }

  #nextTag(): string {
    this.#commands += 1;
    return `p${this.#commands}`;
  }

  /**
   * Sends a command and gives what the server says until it is done.
   * @param more sent once the server asks for it
   * @throws {ImapRefusal}
   */
  async #run(command: string, more?: string): Promise<Response[]> {
    const tag = this.#nextTag();
    this.#stream.write(`${tag} ${command}\r\n`);
    const responses: Response[] = [];
    for (;;) {
      const response = await this.#reader.next();
      const { status } = response;
      if (response.tag === '+' && more !== undefined) this.#stream.write(`${more}\r\n`);
      if (status?.kind === 'BYE') throw new CollectingError('PARTNER_UNAVAILABLE', 'the mailbox ends the visit');
      if (response.tag === tag) {
        if (status?.kind === 'NO') throw new ImapRefusal(status.code.split(' ')[0]?.toUpperCase() ?? '');
        if (status?.kind !== 'OK') throw new CollectingError('PARTNER_CHANGED', 'the mailbox knows no such command');
        return responses;
      }
      responses.push(response);
      if (responses.length > answersAtMost)
        throw new CollectingError('PARTNER_CHANGED', 'the mailbox says more than it was asked');
    }
  }
}

/** Quotes printable ASCII: a folder’s name after its encoding, and passwords that are ASCII. */
export const quote = (text: string): string => `"${text.replace(/["\\]/g, '\\$&')}"`;

const busyCodes: ReadonlySet<string> = new Set(['UNAVAILABLE', 'INUSE', 'LIMIT', 'SERVERBUG', 'THROTTLED']);

/** It is the server's own state that it speaks of (RFC 5530), and not what it was asked. */
export const isBusy = ({ code }: ImapRefusal): boolean => busyCodes.has(code);

const loginFailures: Readonly<Record<string, FailureCode>> = {
  EXPIRED: 'PASSWORD_EXPIRED',
  CONTACTADMIN: 'ACCOUNT_BLOCKED',
  AUTHORIZATIONFAILED: 'ACCOUNT_BLOCKED',
  // It wants TLS, which is spoken: it does not know the one that the visit came by.
  PRIVACYREQUIRED: 'PARTNER_CHANGED',
};

const refusedLogin = (refusal: ImapRefusal): CollectingError =>
  new CollectingError(isBusy(refusal) ? 'PARTNER_UNAVAILABLE' : (loginFailures[refusal.code] ?? 'CREDENTIALS_INVALID'));
