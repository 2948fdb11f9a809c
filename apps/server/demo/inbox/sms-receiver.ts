import { timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { z } from 'zod';
import type { Messages } from './messages.ts';
import type { Answer } from './pages.ts';

const largestBodyBytes = 64_000;
const incoming = z.object({ to: z.string().regex(/^\+\d{6,15}$/), from: z.string(), text: z.string().min(1) });

/** The gateway that a phone operator would run: keeps what it is given. */
export async function receiveSms(request: IncomingMessage, messages: Messages, token: string): Promise<Answer> {
  if (!isSame(request.headers.authorization ?? '', `Bearer ${token}`)) return { status: 401 };
  if (request.method !== 'POST') return { status: 405 };
  const body = await readBody(request);
  if (body === undefined) return { status: 413 };
  const sms = incoming.safeParse(parseJson(body));
  if (!sms.success) return { status: 422 };
  messages.add({ channel: 'SMS', to: sms.data.to, text: sms.data.text });
  return { status: 202, type: 'application/json', body: '{}' };
}

const isSame = (given: string, expected: string) =>
  given.length === expected.length && timingSafeEqual(Buffer.from(given, 'latin1'), Buffer.from(expected, 'latin1'));

async function readBody(request: IncomingMessage): Promise<string | undefined> {
  const chunks: Buffer[] = [];
  let sizeBytes = 0;
  for await (const chunk of request) {
    const bytes = Buffer.from(chunk);
    sizeBytes += bytes.length;
    if (sizeBytes > largestBodyBytes) return undefined;
    chunks.push(bytes);
  }
  return Buffer.concat(chunks).toString('utf8');
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // The schema refuses it with the rest.
    return undefined;
  }
}
