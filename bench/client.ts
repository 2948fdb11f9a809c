import { connect, type Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { z } from 'zod';
import type { Instance } from './instance.ts';

type Answered = { status: number; token: string; text: string };
type Call = { head: Buffer; body: Buffer[] };

/**
 * The cheapest client there is: what it costs is taken from the server's share of the machine.
 * HTTP/1.1 on kept connections, one call at a time on each, answers of a known length.
 */
export class Client {
  readonly #url: URL;
  readonly #idle: Connection[] = [];
  readonly #all: Connection[] = [];

  constructor(url: string) {
    this.#url = new URL(url);
  }

  async send(
    method: string,
    path: string,
    sent: { headers: Record<string, string>; body?: Buffer[] },
  ): Promise<Answered> {
    const body = sent.body ?? [];
    const length = body.reduce((sum, part) => sum + part.length, 0);
    const lines = Object.entries(sent.headers).map(([name, value]) => `${name}: ${value}\r\n`);
    const head = Buffer.from(
      `${method} ${path} HTTP/1.1\r\nhost: ${this.#url.host}\r\ncontent-length: ${length}\r\n${lines.join('')}\r\n`,
    );
    const connection = this.#takeIdle() ?? this.#connect();
    const answered = await connection.call({ head, body });
    this.#idle.push(connection);
    return answered;
  }

  /** The server ends connections that were idle for long. */
  #takeIdle(): Connection | undefined {
    for (let idle = this.#idle.pop(); idle; idle = this.#idle.pop()) if (idle.isOpen) return idle;
    return undefined;
  }

  #connect(): Connection {
    const connection = new Connection(this.#url);
    this.#all.push(connection);
    return connection;
  }

  close(): void {
    for (const connection of this.#all) connection.end();
  }
}

class Connection {
  readonly #socket: Socket;
  #received: Buffer[] = [];
  #waiting: { resolve(answered: Answered): void; reject(error: Error): void } | undefined;

  constructor({ hostname, port }: URL) {
    this.#socket = connect({ host: hostname, port: Number(port), noDelay: true });
    this.#socket.on('data', (chunk: Buffer) => this.#hear(chunk));
    this.#socket.on('error', (error) => this.#waiting?.reject(error));
    this.#socket.on('close', () => this.#waiting?.reject(new Error('the server closed the connection')));
  }

  get isOpen(): boolean {
    return this.#socket.readyState === 'open' || this.#socket.connecting;
  }

  call({ head, body }: Call): Promise<Answered> {
    const { promise, resolve, reject } = Promise.withResolvers<Answered>();
    this.#waiting = { resolve, reject };
    this.#socket.cork();
    for (const part of [head, ...body]) this.#socket.write(part);
    this.#socket.uncork();
    return promise;
  }

  end(): void {
    this.#waiting = undefined;
    this.#socket.destroy();
  }

  #hear(chunk: Buffer): void {
    this.#received.push(chunk);
    const bytes = Buffer.concat(this.#received);
    const end = bytes.indexOf('\r\n\r\n');
    if (end < 0) return;
    const head = bytes.toString('latin1', 0, end);
    const length = /^content-length: (\d+)$/im.exec(head)?.[1];
    const body = bytes.subarray(end + 4);
    // Without a length the answer comes in chunks (RFC 9112, 7.1), of which the last is empty.
    const isEmpty = head.startsWith('HTTP/1.1 204');
    const isWhole =
      length === undefined ? body.toString('latin1').endsWith('0\r\n\r\n') : body.length >= Number(length);
    if (!isEmpty && !isWhole) return;
    this.#received = [];
    this.#waiting?.resolve({
      status: Number(head.slice(9, 12)),
      token: /^set-authorization: (.+)$/im.exec(head)?.[1] ?? '',
      text: body.toString(),
    });
  }
}

export async function signIn(
  client: Client,
  { email, password }: { email: string; password: string },
): Promise<string> {
  const headers = { 'content-type': 'application/json' };
  const body = [Buffer.from(JSON.stringify({ email, password }))];
  const { status, token } = await client.send('POST', '/backend/api/v1/login', { headers, body });
  if (status !== 200) throw new Error(`sign-in answered ${status}`);
  return token;
}

const listed = z.object({ items: z.array(z.object({ hasThumbnail: z.boolean() })) });
const settledWithinMs = 180_000;

/** Until the worker has pictured the documents of a fresh world: a server is measured as it runs all day. */
export async function untilSettled(client: Client, instance: Instance): Promise<void> {
  const users = (await instance.accounts()).users.filter(({ mustChangeEmail }) => !mustChangeEmail);
  const deadline = performance.now() + settledWithinMs;
  for (const user of users) {
    const headers = { authorization: `Bearer ${await signIn(client, user)}` };
    for (;;) {
      const { text } = await client.send('GET', '/backend/api/v1/documents?limit=200', { headers });
      if (listed.parse(JSON.parse(text)).items.every(({ hasThumbnail }) => hasThumbnail)) break;
      if (performance.now() > deadline) throw new Error('the pictures of the world were not made');
      await wait(500);
    }
  }
}

export async function employerToken(client: Client, instance: Instance): Promise<string> {
  const [employer] = (await instance.accounts()).employers;
  if (!employer) throw new Error('no employer');
  const form = new URLSearchParams({
    grant_type: 'client_credentials',
    client_id: employer.clientId,
    client_secret: employer.clientSecret,
  });
  const { status, text } = await client.send('POST', '/backend/oauth/token', {
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: [Buffer.from(form.toString())],
  });
  if (status !== 200) throw new Error(`the employer's token answered ${status}`);
  return z.object({ access_token: z.string() }).parse(JSON.parse(text)).access_token;
}

const boundary = 'perenne-bench';

/** A form of text fields and a file, in parts that are not copied. */
export function makeForm(
  fields: Record<string, string>,
  file: Buffer | Buffer[],
  fileName = 'bench.pdf',
): { headers: Record<string, string>; body: Buffer[] } {
  const texts = Object.entries(fields).map(
    ([name, value]) => `--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  );
  const head = `${texts.join('')}--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="${fileName}"\r\nContent-Type: application/octet-stream\r\n\r\n`;
  return {
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
    body: [Buffer.from(head), ...[file].flat(), Buffer.from(`\r\n--${boundary}--\r\n`)],
  };
}

/** A PDF's beginning and end around bytes that no compression shortens. */
export function makeFile(sizeBytes: number, seed: number): Buffer {
  const file = Buffer.alloc(sizeBytes);
  for (let at = 0; at < sizeBytes; at += 4)
    file.writeUInt32LE((at * 2_654_435_761 + seed * 40_503) >>> 0, Math.min(at, sizeBytes - 4));
  file.write('%PDF-1.4\n', 0);
  file.write(`%${seed}\n`, 9);
  return file;
}

/** A text, of which the worker makes no picture: it would be at work for minutes beside what is measured. */
export const makeText = (sizeBytes: number, seed: number): Buffer => Buffer.alloc(sizeBytes, `Document ${seed}\n`);

const numberedBytes = 32;

/** Another file, in two parts of which only the first is new: what a client copies is taken from the server's share. */
export function renumbered(file: Buffer, seed: number): Buffer[] {
  const beginning = Buffer.from(file.subarray(0, numberedBytes));
  beginning.write(`%${seed}\n`, 9);
  return [beginning, file.subarray(numberedBytes)];
}

/** An owner may hold so many uploads open. */
export const uploadsAtOnce = 6;

/** Runs `work` for the numbers 0 to `count` - 1, `clients` at a time; returns the rate a second. */
export async function rateOf(count: number, clients: number, work: (index: number) => Promise<void>): Promise<number> {
  let next = 0;
  const started = performance.now();
  const turns = async () => {
    while (next < count) await work(next++);
  };
  await Promise.all(Array.from({ length: clients }, turns));
  return count / ((performance.now() - started) / 1000);
}

export async function secondsOf(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now();
  await work();
  return (performance.now() - started) / 1000;
}
