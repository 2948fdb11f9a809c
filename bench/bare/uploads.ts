import { createCipheriv, randomBytes, randomUUID } from 'node:crypto';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import process from 'node:process';
import type { Readable } from 'node:stream';
import { fastify } from 'fastify';

/**
 * The limit of a large upload: bare Fastify that encrypts a body by AES-GCM into a file and syncs it. No token, no form,
 * no check, no database. Its port goes to standard output. Argument: the folder of the files.
 */
const [folder = ''] = process.argv.slice(2);
/** Fewer and larger writes: twice the throughput. */
const batchBytes = 1_000_000;
const app = fastify({ bodyLimit: 1_000_000_000 });

app.addContentTypeParser('*', (_request, payload, done) => done(null, payload));

app.post('/upload', async (request, reply) => {
  const cipher = createCipheriv('aes-256-gcm', randomBytes(32), randomBytes(12));
  const file = await open(join(folder, randomUUID()), 'wx', 0o600);
  try {
    let batch: Buffer[] = [];
    let bytes = 0;
    for await (const chunk of request.body as Readable) {
      batch.push(cipher.update(chunk as Buffer));
      bytes += (chunk as Buffer).length;
      if (bytes < batchBytes) continue;
      await file.writev(batch);
      batch = [];
      bytes = 0;
    }
    await file.writev([...batch, cipher.final(), cipher.getAuthTag()]);
    await file.sync();
  } finally {
    await file.close();
  }
  return reply.code(201).send();
});

await app.listen({ port: 0, host: '127.0.0.1' });
const address = app.server.address();
process.stdout.write(`${typeof address === 'object' ? address?.port : ''}\n`);
process.on('SIGTERM', () => {
  void app.close().then(() => process.exit(0));
});
