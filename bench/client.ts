import { Agent, request } from 'node:http';
import { z } from 'zod';
import type { Instance } from './instance.ts';

/** The cheapest client there is: what it costs is taken from the server's share of the machine. */
export class Client {
  readonly #agent = new Agent({ keepAlive: true, maxSockets: 64 });
  readonly #url: string;

  constructor(url: string) {
    this.#url = url;
  }

  send(method: string, path: string, sent: { headers: Record<string, string>; body?: Buffer[] }) {
    const { promise, resolve, reject } = Promise.withResolvers<{ status: number; token: string; text: string }>();
    const length = sent.body?.reduce((sum, part) => sum + part.length, 0) ?? 0;
    const headers = { ...sent.headers, 'content-length': String(length) };
    const call = request(`${this.#url}${path}`, { method, headers, agent: this.#agent }, (answer) => {
      const chunks: Buffer[] = [];
      answer.on('data', (chunk: Buffer) => chunks.push(chunk));
      answer.on('error', reject);
      answer.on('end', () =>
        resolve({
          status: answer.statusCode ?? 0,
          token: String(answer.headers['set-authorization'] ?? ''),
          text: Buffer.concat(chunks).toString(),
        }),
      );
    });
    call.on('error', reject);
    for (const part of sent.body ?? []) call.write(part);
    call.end();
    return promise;
  }

  close(): void {
    this.#agent.destroy();
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
  file: Buffer,
): { headers: Record<string, string>; body: Buffer[] } {
  const texts = Object.entries(fields).map(
    ([name, value]) => `--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  );
  const head = `${texts.join('')}--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="bench.pdf"\r\nContent-Type: application/pdf\r\n\r\n`;
  return {
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
    body: [Buffer.from(head), file, Buffer.from(`\r\n--${boundary}--\r\n`)],
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

/** Another file, for no more work than a copy: what a client computes is taken from the server's share. */
export function renumbered(file: Buffer, seed: number): Buffer {
  const copy = Buffer.from(file);
  copy.write(`%${seed}\n`, 9);
  return copy;
}

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
