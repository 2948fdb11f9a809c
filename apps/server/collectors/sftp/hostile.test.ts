import { once } from 'node:events';
import { createServer } from 'node:net';
import ssh2, { type AuthContext, type Connection, type FileEntry, type SFTPWrapper } from 'ssh2';
import { afterEach, describe, expect, it } from 'vitest';
import { portOf } from '../../src/testing/instances/port-of.ts';
import { visit } from '../../src/testing/people/visit.ts';

const [login, password] = ['camille', 'Dossier-partagé-2026!'];
const endOfFile = 1;
const file = 0o100_644;
const directory = 0o040_755;

type Behaviour = {
  authenticate?: (context: AuthContext) => void;
  entries?: (path: string) => Array<{ name: string; mode?: number; size?: number }>;
  /** Returns the bytes of a file from an offset on; null at its end. */
  read?: (at: number, connection: Connection) => Buffer | null;
  /** Its size once it has been read. */
  sizeAfter?: number;
  isEndless?: boolean;
};

const content = Buffer.from('%PDF-1.4 a document\n');
const mtime = Date.parse('2026-10-01T10:00:00Z') / 1_000;
const attributes = (mode: number, size: number) => ({ mode, uid: 0, gid: 0, size, atime: mtime, mtime });
const entryOf = ({
  name,
  mode = file,
  size = content.length,
}: {
  name: string;
  mode?: number;
  size?: number;
}): FileEntry => ({
  ...{ filename: name, longname: name },
  attrs: attributes(mode, size),
});
const byPassword = (context: AuthContext): void => {
  if (context.method === 'password' && context.password === password) context.accept();
  else context.reject(['password']);
};

const closings: Array<() => void> = [];
afterEach(() => {
  for (const close of closings.splice(0)) close();
});

/** A server that does as the test says, which no real one would. */
async function startServer(behaviour: Behaviour): Promise<number> {
  // Not Ed25519: ssh2 strips a zero at the start of its public keys, so that it cannot read one of 256 it makes.
  const key = ssh2.utils.generateKeyPairSync('ecdsa', { bits: 256 });
  const server = new ssh2.Server({ hostKeys: [key.private] }, (connection) => {
    connection
      .on('error', () => {})
      .on('authentication', behaviour.authenticate ?? byPassword)
      .on('session', (accept) => void accept().on('sftp', (begin) => serve(begin(), connection, behaviour)));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  closings.push(() => server.close());
  return portOf(server);
}

function serve(sftp: SFTPWrapper, connection: Connection, behaviour: Behaviour): void {
  const { entries = () => [{ name: 'a.pdf' }], read, sizeAfter = content.length, isEndless = false } = behaviour;
  const given = new Set<string>();
  sftp
    .on('OPENDIR', (id, path) => sftp.handle(id, Buffer.from(path)))
    .on('READDIR', (id, handle) => {
      const path = handle.toString();
      if (given.has(path) && !isEndless) return sftp.status(id, endOfFile);
      given.add(path);
      return sftp.name(id, entries(path).map(entryOf));
    })
    .on('OPEN', (id) => sftp.handle(id, Buffer.from('file')))
    .on('READ', (id, _handle, at, length) => {
      const bytes = read ? read(at, connection) : content.subarray(at, at + length);
      if (bytes === null || bytes.length === 0) return sftp.status(id, endOfFile);
      return sftp.data(id, bytes);
    })
    .on('FSTAT', (id) => sftp.attrs(id, attributes(file, sizeAfter)))
    .on('CLOSE', (id, handle) => {
      given.delete(handle.toString());
      sftp.status(id, 0);
    });
}

async function visitServer(behaviour: Behaviour, more: { memory?: { hostKey: string } } = {}) {
  const port = await startServer(behaviour);
  const credentials = { host: '127.0.0.1', port, login, password };
  return visit({ agentId: 'sftp', credentials, local: { standIns: [], loopbackPorts: [port] }, ...more });
}

describe('a server that is not as others', () => {
  it('is understood where it asks for the password by a prompt', async () => {
    const { documents, code } = await visitServer({
      authenticate: (context) => {
        if (context.method !== 'keyboard-interactive') return context.reject(['keyboard-interactive']);
        return context.prompt([{ prompt: 'Password: ', echo: false }], (answers) =>
          answers[0] === password ? context.accept() : context.reject(),
        );
      },
    });
    expect([code, documents.map(({ title }) => title)]).toEqual([null, ['a']]);
  });

  it.each([
    [
      'asks for a new password',
      (context: AuthContext) =>
        context.method === 'password' ? context.requestChange('New password:', () => {}) : context.reject(['password']),
      'PASSWORD_EXPIRED',
    ],
    [
      'asks for a new password by a prompt',
      (context: AuthContext) =>
        context.method === 'keyboard-interactive'
          ? context.prompt([{ prompt: 'New password: ', echo: false }], () => context.reject())
          : context.reject(['keyboard-interactive']),
      'PASSWORD_EXPIRED',
    ],
    [
      'asks again and again',
      (context: AuthContext) =>
        context.method === 'keyboard-interactive'
          ? context.prompt([{ prompt: 'Password: ', echo: false }], () => context.reject(['keyboard-interactive']))
          : context.reject(['keyboard-interactive']),
      'CREDENTIALS_INVALID',
    ],
    ['takes no passwords', (context: AuthContext) => context.reject(['publickey']), 'CREDENTIALS_INVALID'],
  ] as const)('blocks where it %s', async (_what, authenticate, code) => {
    expect(await visitServer({ authenticate })).toMatchObject({ code, documents: [], memory: null });
  });

  it('is told from the server of the first visit before it learns the password', async () => {
    const seen: string[] = [];
    const visited = await visitServer(
      { authenticate: (context) => void seen.push(context.method) },
      { memory: { hostKey: 'SHA256:another' } },
    );
    expect(visited).toMatchObject({ code: 'HOST_KEY_CHANGED', memory: { hostKey: 'SHA256:another' } });
    expect(seen).toEqual([]);
  });

  it('gives no name that leads elsewhere', async () => {
    const hostile = [
      '../evil.pdf',
      'a/b.pdf',
      '/etc/x.pdf',
      '..',
      '',
      '\0.pdf',
      'a\\b.pdf',
      `${'x'.repeat(5_000)}.pdf`,
    ];
    const { code, documents } = await visitServer({
      entries: () => [...hostile, 'ok.pdf'].map((name) => ({ name })),
    });
    expect([code, documents.map(({ fileName }) => fileName)]).toEqual([null, ['ok.pdf']]);
  });

  it('is not followed down for ever', async () => {
    let looked = 0;
    const { code, documents } = await visitServer({
      entries: () => {
        looked += 1;
        return [{ name: 'again', mode: directory }, { name: 'a.pdf' }];
      },
    });
    expect([code, documents.length, looked]).toEqual([null, 9, 9]);
  });

  it.each([
    ['ends a file before its end', { read: (at: number) => (at === 0 ? content.subarray(0, 5) : null) }],
    ['hangs up in the middle of a file', { entries: () => [{ name: 'a.pdf', size: 900_000 }], read: cut }],
    ['changes a file while it is read', { sizeAfter: 4_000 }],
  ] satisfies Array<[string, Behaviour]>)('gives nothing of a file where it %s', async (_what, behaviour) => {
    expect(await visitServer(behaviour)).toMatchObject({ code: 'PARTNER_UNAVAILABLE', documents: [] });
  });

  it('is left where its list has no end, and where it speaks something else', async () => {
    const many = Array.from({ length: 1_000 }, (_, at) => ({ name: `${at}.pdf` }));
    expect((await visitServer({ entries: () => many, isEndless: true })).code).toBe('PARTNER_CHANGED');
    const web = createServer((socket) => void socket.on('error', () => {}).end('HTTP/1.1 400 Bad Request\r\n\r\n'));
    web.listen(0, '127.0.0.1');
    await once(web, 'listening');
    closings.push(() => web.close());
    const port = portOf(web);
    const credentials = { host: '127.0.0.1', port, login, password };
    const { code } = await visit({ agentId: 'sftp', credentials, local: { standIns: [], loopbackPorts: [port] } });
    expect(code).toMatch(/^PARTNER_/);
  });
});

function cut(at: number, connection: Connection): Buffer {
  if (at > 100_000) connection.end();
  return Buffer.alloc(32_768, 'x');
}
