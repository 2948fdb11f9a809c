import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import process from 'node:process';
import { Readable } from 'node:stream';
import { fastify } from 'fastify';
import { jwtVerify } from 'jose';
import pg from 'pg';
import { writeZip, type ZipEntry } from '../../apps/server/src/platform/zip/zip.ts';

/**
 * The limits of a change and of an archive: bare Fastify with a token check, then one durable commit of
 * three statements, or files that are decrypted and stored in a ZIP. Arguments: the database, the key of
 * the tokens in hex, a folder, how many files and their size.
 */
const [url = '', secret = '', folder = '', files = '', bytes = ''] = process.argv.slice(2);
const key = Buffer.from(secret, 'hex');
const pool = new pg.Pool({ connectionString: url, max: 4 });
const app = fastify();

app.addHook('onRequest', async (request) => {
  const token = (request.headers.authorization ?? '').slice('Bearer '.length);
  await jwtVerify(token, key, { algorithms: ['HS256'] });
});

const statements = [
  { name: 'one', text: 'update bare_things set note = $2 where id = $1' },
  { name: 'two', text: 'update bare_totals set changes = changes + 1 where id = $1', values: [1] },
  { name: 'three', text: 'insert into bare_entries (thing, note) values ($1, $2)' },
];

app.post('/change', async (_request, reply) => {
  const client = await pool.connect();
  try {
    await client.query('begin');
    for (const { values, ...statement } of statements)
      await client.query({ ...statement, values: values ?? [1, randomBytes(100)] });
    await client.query('commit');
  } finally {
    client.release();
  }
  return reply.code(204).send();
});

const iv = Buffer.alloc(12);
const pathOf = (index: number) => join(folder, String(index));

for (let index = 0; index < Number(files); index++) {
  const cipher = createCipheriv('aes-256-gcm', key, iv);
  await writeFile(pathOf(index), Buffer.concat([cipher.update(randomBytes(Number(bytes))), cipher.final()]));
}

async function* entries(count: number): AsyncGenerator<ZipEntry> {
  for (let index = 0; index < count; index++)
    yield {
      name: `${index}.pdf`,
      modifiedAt: new Date(),
      open: async function* () {
        yield createDecipheriv('aes-256-gcm', key, iv).update(await readFile(pathOf(index)));
      },
    };
}

/** Of all files, or of the first ones: `?files=150`. */
app.post<{ Querystring: { files?: string } }>('/archive', async ({ query }, reply) =>
  reply
    .type('application/zip')
    .send(Readable.from(writeZip(entries(Number(query.files ?? files))), { objectMode: false })),
);

await app.listen({ port: 0, host: '127.0.0.1' });
const address = app.server.address();
process.stdout.write(`${typeof address === 'object' ? address?.port : ''}\n`);
process.on('SIGTERM', () => {
  void app.close().then(() => process.exit(0));
});
