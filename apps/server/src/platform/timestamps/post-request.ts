import { TimestampUnavailable } from './timestamps.ts';

/** Sends a TimeStampReq and gives the TimeStampResp, both in DER; aborting the signal ends it at once. */
export type SendRequest = (url: string, request: Buffer, signal: AbortSignal) => Promise<Buffer>;

const longestAnswer = 1_000_000;

/**
 * By HTTP (RFC 3161, 3.4). A user and a password in the address are sent as Basic credentials. Redirects are not
 * followed: who stamps is configured.
 * @throws {TimestampUnavailable} another answer than a TimeStampResp of at most 1 MB
 */
export const postRequest: SendRequest = async (url, request, signal) => {
  const { address, authorization } = splitCredentials(url);
  const response = await fetch(address, {
    method: 'POST',
    body: new Uint8Array(request),
    // A connection that was kept may be closed by the other side at this instant, and a POST is not repeated.
    headers: {
      connection: 'close',
      'content-type': 'application/timestamp-query',
      accept: 'application/timestamp-reply',
      ...authorization,
    },
    redirect: 'manual',
    signal,
  });
  const type = response.headers.get('content-type')?.split(';')[0]?.trim();
  if (response.status !== 200 || type !== 'application/timestamp-reply') {
    await response.body?.cancel();
    throw new TimestampUnavailable(`it answered ${response.status} with ${type ?? 'nothing'}`);
  }
  return readAtMost(longestAnswer, response.body);
};

async function readAtMost(most: number, body: AsyncIterable<Uint8Array> | null): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of body ?? []) {
    size += chunk.length;
    if (size > most) throw new TimestampUnavailable(`its answer is longer than ${most} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

function splitCredentials(url: string): { address: URL; authorization: Record<string, string> } {
  const address = new URL(url);
  const { username, password } = address;
  [address.username, address.password] = ['', ''];
  if (username === '') return { address, authorization: {} };
  const credentials = Buffer.from(`${decodeURIComponent(username)}:${decodeURIComponent(password)}`);
  return { address, authorization: { authorization: `Basic ${credentials.toString('base64')}` } };
}
