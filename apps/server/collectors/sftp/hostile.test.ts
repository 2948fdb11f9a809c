import { once } from 'node:events';
import { createServer } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import type { Json } from '@perenne/collecting/run';
import ssh2, { type AuthContext, type Connection, type FileEntry, type SFTPWrapper } from 'ssh2';
import { afterEach, describe, expect, it } from 'vitest';
import { portOf } from '../../src/testing/instances/port-of.ts';
import { pace } from '../../src/testing/pace.ts';
import { visit } from '../../src/testing/people/visit.ts';

const [login, password] = ['camille', 'Dossier-partagé-2026!'];
const endOfFile = 1;
const failure = 4;
const file = 0o100_644;
const directory = 0o040_755;

type Entry = { name: string; mode?: number; size?: number; mtime?: number };

type Behaviour = {
  authenticate?: (context: AuthContext) => void;
  entries?: (path: string) => Entry[];
  /** The status of an attempt to open a file. */
  open?: (path: string) => number;
  /** Returns the bytes of a file from an offset on, or the status of the attempt; null at its end. */
  read?: (at: number, connection: Connection, path: string) => Buffer | number | null;
  /** Its size once it has been read. */
  sizeAfter?: (path: string) => number;
  isEndless?: boolean;
  hasDates?: boolean;
};

const content = Buffer.from('%PDF-1.4 a document\n');
const usualTime = Date.parse('2026-10-01T10:00:00Z') / 1_000;
const attributes = (mode: number, size: number, mtime: number | null) => ({
  ...{ mode, uid: 0, gid: 0, size },
  ...(mtime !== null && { atime: mtime, mtime }),
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
  const { entries = () => [{ name: 'a.pdf' }], open = () => 0, read, isEndless = false, hasDates = true } = behaviour;
  const { sizeAfter = () => content.length } = behaviour;
  const given = new Set<string>();
  const attrsOf = ({ mode = file, size = content.length, mtime = usualTime }: Partial<Entry>) =>
    attributes(mode, size, hasDates ? mtime : null) as FileEntry['attrs'];
  const listed = new Map<string, Entry>();
  sftp
    .on('OPENDIR', (id, path) => sftp.handle(id, Buffer.from(path)))
    .on('READDIR', (id, handle) => {
      const path = handle.toString();
      if (given.has(path) && !isEndless) return sftp.status(id, endOfFile);
      given.add(path);
      const names = entries(path).map((entry) => {
        listed.set(entry.name, entry);
        return { filename: entry.name, longname: entry.name, attrs: attrsOf(entry) };
      });
      return sftp.name(id, names);
    })
    .on('OPEN', (id, path) => {
      const status = open(path);
      return status === 0 ? sftp.handle(id, Buffer.from(path)) : sftp.status(id, status);
    })
    .on('READ', (id, handle, at, length) => {
      const given = read?.(at, connection, handle.toString()) ?? null;
      const bytes = read ? given : content.subarray(at, at + length);
      if (typeof bytes === 'number') return sftp.status(id, bytes);
      if (bytes === null || bytes.length === 0) return sftp.status(id, endOfFile);
      return sftp.data(id, bytes);
    })
    .on('FSTAT', (id, handle) => {
      const path = handle.toString();
      return sftp.attrs(id, attrsOf({ ...listed.get(path.replace(/^.*\//, '')), size: sizeAfter(path) }));
    })
    .on('CLOSE', (id, handle) => {
      given.delete(handle.toString());
      sftp.status(id, 0);
    });
}

type More = Partial<Pick<Parameters<typeof visit>[0], 'memory' | 'limits' | 'slowly'>>;

async function visitServer(behaviour: Behaviour, more: More = {}) {
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
  ] as const)('blocks where it %s, and its key is kept', async (_what, authenticate, code) => {
    const hostKey = expect.stringMatching(/^SHA256:/);
    expect(await visitServer({ authenticate })).toMatchObject({ code, documents: [], memory: { hostKey } });
  });

  it('is distinguished from the server of the first connection before it learns the password', async () => {
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
    ['changes a file while it is read', { sizeAfter: () => 4_000 }],
  ] satisfies Array<[string, Behaviour]>)('gives nothing of a file where it %s', async (_what, behaviour) => {
    expect(await visitServer(behaviour)).toMatchObject({ code: 'PARTNER_UNAVAILABLE', documents: [] });
  });

  const contentFrom = (at: number) => content.subarray(at);

  it.each<[string, Behaviour]>([
    ['does not open it', { open: (path) => (path === 'a.pdf' ? failure : 0) }],
    ['does not read it', { read: (at, _connection, path) => (path === 'a.pdf' ? failure : contentFrom(at)) }],
    [
      'fails in the middle of it',
      {
        read: (at, _connection, path) =>
          path === 'b.pdf' ? contentFrom(at) : at === 0 ? content.subarray(0, 5) : failure,
      },
    ],
    [
      'ends it before its end',
      {
        read: (at, _connection, path) =>
          path === 'b.pdf' ? contentFrom(at) : at === 0 ? content.subarray(0, 5) : null,
      },
    ],
    ['has it grow', { sizeAfter: (path) => (path === 'a.pdf' ? 4_000 : content.length) }],
  ])('that %s leaves that file for the next run, and gives the older ones', async (_what, behaviour) => {
    const entries = () => [{ name: 'a.pdf' }, { name: 'b.pdf', mtime: usualTime - 86_400 }];
    const { code, documents, memory } = await visitServer({ entries, ...behaviour });
    expect([code, documents.map(({ title, text }) => [title, text])]).toEqual([null, [['b', content.toString()]]]);
    // As if it had been listed alone: the other one is looked at again.
    const alone = await visitServer({ entries: () => entries().slice(1) });
    expect(memory).toMatchObject({ folder: (alone.memory as { folder: Json }).folder });
  });

  const silentMs = 500 * pace;
  it.each<[string, number, NonNullable<More['slowly']>]>([
    [
      'before it reads',
      2,
      async function* (chunks) {
        await wait(2 * silentMs);
        yield* chunks;
      },
    ],
    [
      'before it has stored',
      9,
      async function* (chunks) {
        yield* chunks;
        await wait(2 * silentMs);
      },
    ],
  ])('is not taken for silent while the safe takes its time %s a document', async (_when, count, slowly) => {
    const size = 900_000;
    const entries = () => Array.from({ length: count }, (_, at) => ({ name: `${at}.pdf`, size }));
    const read = (at: number) => Buffer.alloc(Math.min(32_768, size - at), 'x');
    const visited = await visitServer({ entries, read, sizeAfter: () => size }, { limits: { silentMs }, slowly });
    expect([visited.code, visited.documents.length]).toEqual([null, count]);
  });

  it('is told apart by size and path where it gives no dates', async () => {
    const { code, documents } = await visitServer({ hasDates: false });
    expect([code, documents.map(({ title, date }) => [title, date])]).toEqual([null, [['a', undefined]]]);
  });

  it('is asked for its list and for no file where nothing is new', async () => {
    const opened: string[] = [];
    const port = await startServer({
      entries: () => Array.from({ length: 40 }, (_, at) => ({ name: `${at}.pdf` })),
      open: (path) => {
        opened.push(path);
        return 0;
      },
    });
    const credentials = { host: '127.0.0.1', port, login, password };
    const visitAgain = (more: More = {}) =>
      visit({ agentId: 'sftp', credentials, local: { standIns: [], loopbackPorts: [port] }, ...more });
    const { documents, memory } = await visitAgain();
    expect([documents.length, opened.splice(0).length]).toEqual([40, 40]);
    expect(await visitAgain({ memory })).toEqual({ code: null, documents: [], memory, asked: 0 });
    expect(opened).toEqual([]);
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
