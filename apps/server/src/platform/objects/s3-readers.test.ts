import { once } from 'node:events';
import { createServer } from 'node:http';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { portOf } from '../../testing/instances/port-of.ts';
import { connectS3 } from './s3.ts';

/** More than the system takes of an answer that nobody reads. */
const content = Buffer.alloc(30_000_000);
const server = createServer(({ method }, response) => {
  const body = method === 'GET' ? content : Buffer.alloc(0);
  response.writeHead(200, { 'content-length': body.length }).end(body);
});
beforeAll(async () => {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

it('hundreds of readers that stand still keep nobody from the store', async () => {
  const store = connectS3({
    ...{ endpoint: `http://127.0.0.1:${portOf(server)}`, region: 'eu', bucket: 'perenne', forcePathStyle: true },
    ...{ accessKeyId: 'key', secretAccessKey: 'secret' },
  });
  const id = '01890000-0000-7000-8000-000000000000';
  const readers = await Promise.all(Array.from({ length: 300 }, () => store.get(id)));
  expect(await store.head(id)).toEqual({ sizeBytes: 0 });
  const another = await store.get(id);
  for (const reader of [...readers, another]) reader.destroy();
});
