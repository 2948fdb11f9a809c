import { once } from 'node:events';
import { createServer } from 'node:http';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { afterEach, expect, it } from 'vitest';
import { v7 as uuidv7 } from 'uuid';
import { inChunks } from './objects.suite.ts';
import { ObjectExists } from './objects.ts';
import { connectS3 } from './s3.ts';

let server: Server | undefined;
afterEach(() => server?.close());

const small = Buffer.alloc(1000, 'small');
const large = Buffer.alloc(12_000_000, 'large');

it.each([
  ['in one request', small, 'PUT'],
  ['in parts', large, 'POST'],
])('leaves it to the store to say who was first, %s', async (_, bytes, decisive) => {
  const requests: string[] = [];
  const endpoint = await takenStore(requests);
  const objects = connectS3({ endpoint, region: 'eu-west-3', bucket: 'b', accessKeyId: 'a', secretAccessKey: 's' });
  await expect(objects.put(uuidv7(), inChunks(bytes, 65_536))).rejects.toThrow(ObjectExists);
  expect(requests.filter((request) => request.includes('if-none-match: *'))).toEqual([
    expect.stringContaining(decisive),
  ]);
  expect(requests.some((request) => request.startsWith('DELETE'))).toBe(bytes === large);
});

it('sends a checksum with every byte', async () => {
  const requests: string[] = [];
  const endpoint = await takenStore(requests);
  const objects = connectS3({ endpoint, region: 'eu-west-3', bucket: 'b', accessKeyId: 'a', secretAccessKey: 's' });
  for (const bytes of [small, large])
    await expect(objects.put(uuidv7(), inChunks(bytes, 65_536))).rejects.toThrow(ObjectExists);
  const bodies = requests.filter((request) => request.startsWith('PUT'));
  expect(bodies).toHaveLength(4);
  for (const body of bodies) expect(body).toMatch(/crc32: \S+ sha256: [0-9a-f]{64}/);
});

/** A store in which every name is taken by the time the upload ends. */
async function takenStore(requests: string[]): Promise<string> {
  server = createServer((request, response) => {
    const { headers, method, url } = request;
    requests.push(
      `${method} ${url} if-none-match: ${headers['if-none-match']}` +
        ` crc32: ${String(headers['x-amz-checksum-crc32'])} sha256: ${String(headers['x-amz-content-sha256'])}`,
    );
    request.resume().on('end', () => answer(request, response));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  // A host name that is an address makes the SDK put the bucket into the path.
  return `http://127.0.0.1:${address.port}`;
}

function answer({ headers, method, url = '' }: IncomingMessage, response: ServerResponse): void {
  if (headers['if-none-match']) response.writeHead(412).end('<Error><Code>PreconditionFailed</Code></Error>');
  else if (method === 'HEAD') response.writeHead(404).end();
  else if (method === 'PUT') response.writeHead(200, { etag: '"part"' }).end();
  else if (method === 'DELETE') response.writeHead(204).end();
  else if (url.includes('?uploads'))
    response
      .writeHead(200)
      .end('<InitiateMultipartUploadResult><UploadId>upload-1</UploadId></InitiateMultipartUploadResult>');
  else response.writeHead(500).end();
}
