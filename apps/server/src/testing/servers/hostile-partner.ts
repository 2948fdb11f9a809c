import { readFileSync } from 'node:fs';
import { createServer } from 'node:https';
import { join } from 'node:path';
import process from 'node:process';
import { startNameServer } from './name-server.ts';

/**
 * A partner at an address of the internet, in a network of its own, and a program inside, which no collector may reach.
 * Each writes what it is asked. The partner redirects from `/to/PLACE`, and shows an empty folder elsewhere. The names
 * of this network are in a name server at `names`: one of them leads inside.
 */
const [folder = '', address = '', names = ''] = process.argv.slice(2);
const files = { key: readFileSync(join(folder, 'partner.key')), cert: readFileSync(join(folder, 'partner.pem')) };
const emptyFolder = (
  path: string,
) => `<?xml version="1.0"?><d:multistatus xmlns:d="DAV:"><d:response><d:href>${path}</d:href><d:propstat><d:prop>
<d:resourcetype><d:collection/></d:resourcetype></d:prop><d:status>HTTP/1.1 200 OK</d:status></d:propstat></d:response></d:multistatus>`;

const serve = (at: string, name: string) =>
  createServer(files, ({ method, url = '' }, response) => {
    process.stdout.write(`${name}: ${method} ${url}\n`);
    const [, to] = /^\/to\/([^/]+)/.exec(url) ?? [];
    if (to === undefined) response.writeHead(207).end(emptyFolder(url));
    else response.writeHead(302, { location: decodeURIComponent(to) }).end();
  })
    .on('connection', () => process.stdout.write(`${name}: connection\n`))
    .listen(443, at);

serve('127.0.0.1', 'inside');
await startNameServer({ 'rebinds.partner.example': '127.0.0.1' }, names);
serve(address, 'partner').on('listening', () => process.stdout.write('ready\n'));
