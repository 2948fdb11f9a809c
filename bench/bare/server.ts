import process from 'node:process';
import { fastify } from 'fastify';
import { jwtVerify } from 'jose';
import pg from 'pg';

/**
 * The limit of a read: bare Fastify with a token check and one indexed query. Its address goes to
 * standard output. Arguments: the database and the key of the tokens in hex.
 */
const [url = '', secret = ''] = process.argv.slice(2);
const key = Buffer.from(secret, 'hex');
const pool = new pg.Pool({ connectionString: url, max: 12 });
const app = fastify();

app.addHook('onRequest', async (request) => {
  const token = (request.headers.authorization ?? '').slice('Bearer '.length);
  await jwtVerify(token, key, { algorithms: ['HS256'] });
});

app.get('/one', async () => {
  const { rows } = await pool.query({
    name: 'one',
    text: 'select id, size, note from bare_rows where owner = $1 order by at desc limit 1',
    values: [1],
  });
  const row = rows[0];
  return { ...row, note: row.note.toString('base64') };
});

app.get('/fifty', async () => {
  const { rows } = await pool.query({
    name: 'fifty',
    text: 'select id, size, at, note from bare_rows where owner = $1 order by at desc limit 50',
    values: [1],
  });
  return { items: rows.map((row) => ({ ...row, note: row.note.toString('base64') })) };
});

await app.listen({ port: 0, host: '127.0.0.1' });
const address = app.server.address();
process.stdout.write(`${typeof address === 'object' ? address?.port : ''}\n`);
process.on('SIGTERM', () => {
  void app.close().then(() => process.exit(0));
});
