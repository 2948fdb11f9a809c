import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { secondsOf } from './client.ts';

type Headers = Record<string, string>;

const megabyte = 1_000_000;

export const contentPath = (documentId: string | undefined): string =>
  `/backend/api/v1/documents/${documentId}/content`;

export async function fetchBytes(address: string, headers: Headers): Promise<IncomingMessage> {
  const [answer] = (await once(get(address, { headers }), 'response')) as [IncomingMessage];
  if (answer.statusCode !== 200) throw new Error(`${address} answered ${answer.statusCode}`);
  return answer;
}

/** Megabytes a second, to the last byte. */
export async function downloadRateOf(address: string, headers: Headers): Promise<number> {
  let bytes = 0;
  const seconds = await secondsOf(async () => {
    const answer = await fetchBytes(address, headers);
    // Cheaper than an iterator: what a client costs is taken from the server's share of the machine.
    answer.on('data', (chunk: Buffer) => (bytes += chunk.length));
    await once(answer, 'end');
  });
  return bytes / megabyte / seconds;
}

/** Milliseconds from the request to the first byte of the content; the others are read, and not timed. */
export async function firstByteMsOf(address: string, headers: Headers): Promise<number> {
  const startedAt = performance.now();
  let firstMs = 0;
  for await (const _chunk of await fetchBytes(address, headers)) firstMs ||= performance.now() - startedAt;
  return firstMs;
}
