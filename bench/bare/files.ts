import { createReadStream } from 'node:fs';
import process from 'node:process';
import { fastify } from 'fastify';

/** The limit of a download: bare Fastify that sends a file of the disk. Its port goes to standard output. */
const [path = ''] = process.argv.slice(2);
const app = fastify();
app.get('/file', (_request, reply) => reply.send(createReadStream(path, { highWaterMark: 256 * 1024 })));

await app.listen({ port: 0, host: '127.0.0.1' });
const address = app.server.address();
process.stdout.write(`${typeof address === 'object' ? address?.port : ''}\n`);
process.on('SIGTERM', () => {
  void app.close().then(() => process.exit(0));
});
