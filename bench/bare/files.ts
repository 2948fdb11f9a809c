import { createReadStream } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { createServer, type ServerResponse } from 'node:http';
import { basename, join } from 'node:path';
import process from 'node:process';
import { pipeline } from 'node:stream/promises';

/**
 * The limit of a download: a bare Node server that sends the files of a folder. No token, no decryption, no journal.
 * Its port goes to standard output.
 */
const [folder = ''] = process.argv.slice(2);
const wholeAtMostBytes = 1_000_000;

async function send(path: string, response: ServerResponse): Promise<void> {
  const { size } = await stat(path);
  response.setHeader('content-length', size);
  if (size <= wholeAtMostBytes) response.end(await readFile(path));
  else await pipeline(createReadStream(path, { highWaterMark: 256 * 1024 }), response);
}

const server = createServer((request, response) => {
  // A client that leaves early cuts its own answer, and no other.
  send(join(folder, basename(request.url ?? '')), response).catch(() => response.destroy());
});

server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  process.stdout.write(`${typeof address === 'object' ? address?.port : ''}\n`);
});
process.on('SIGTERM', () => {
  server.closeAllConnections();
  server.close(() => process.exit(0));
});
