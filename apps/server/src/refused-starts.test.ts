import { randomUUID } from 'node:crypto';
import { createServer } from 'node:net';
import { Client } from 'pg';
import { describe, expect, it, onTestFinished } from 'vitest';
import { readConfig } from './config.ts';
import { findWalls } from './platform/isolation/find-walls.ts';
import { missingWalls } from './platform/isolation/walls.ts';
import { requireDeliberateStart } from './production.ts';
import { freePort } from './testing/instances/free-port.ts';
import { makeDataFolder, removeDataFolder, startInstance } from './testing/instances/instance-process.ts';
import { pace } from './testing/pace.ts';
import { portOf } from './testing/instances/port-of.ts';
import { productionParts } from './testing/instances/production-parts.ts';
import { createTestDatabase } from './testing/test-database.ts';

const patient = { timeout: 300_000 * pace };
const others = 'on other machines';

/** Starts the server with these variables, and gives what it said when it ended by itself. */
async function refusalOf(env: Record<string, string>, through: readonly string[] = []): Promise<string> {
  const dataFolder = await makeDataFolder();
  onTestFinished(() => removeDataFolder(dataFolder));
  const instance = await startInstance({ dataFolder, env, through });
  onTestFinished(async () => void (await instance.stop('SIGKILL')));
  // One that is not refused answers, and would never end.
  await instance.until('/health').then(
    () => instance.stop('SIGKILL'),
    () => {},
  );
  expect([await instance.exited, instance.said.out]).toEqual([1, '']);
  return instance.said.err;
}

const oneSentence = /^[^\n]+\.\n$/;

describe('a start by mistake is refused in one sentence', () => {
  it.each([
    [
      'production with the demonstration',
      { NODE_ENV: 'production' },
      /^NODE_ENV=production .* PERENNE_DEMO=false\.\n$/,
    ],
    [
      'production with the demonstration that was asked for',
      { NODE_ENV: 'production', PERENNE_DEMO: 'true' },
      /^NODE_ENV=production /,
    ],
    [`the demonstration ${others}`, { HOST: '0.0.0.0' }, /^HOST=0\.0\.0\.0 .* PERENNE_DEMO=true /],
    [
      'https without a word on proxies',
      { PUBLIC_URL: 'https://safe.example' },
      /^PUBLIC_URL .* PERENNE_TRUSTED_PROXIES /,
    ],
  ])('%s', patient, async (_name, env, sentence) => {
    const said = await refusalOf(env);
    expect(said).toMatch(sentence);
    expect(said).toMatch(oneSentence);
  });

  const start = (environment: Record<string, string>) => () => requireDeliberateStart(readConfig(environment));

  it.each([{ HOST: '::' }, { HOST: '192.168.1.4' }, { HOST: 'safe.example' }, { HOST: '::ffff:10.0.0.1' }])(
    `the demonstration ${others}, at %o`,
    (environment) => {
      expect(start(environment)).toThrow(/^HOST=/);
    },
  );

  it.each([
    { HOST: '127.8.9.10' },
    { HOST: '::1' },
    { HOST: 'localhost' },
    { HOST: '0.0.0.0', PERENNE_DEMO: 'true' },
    { PUBLIC_URL: 'https://safe.example', PERENNE_TRUSTED_PROXIES: 'none' },
    { PUBLIC_URL: 'https://safe.example', PERENNE_TRUSTED_PROXIES: '10.0.0.1' },
    { PUBLIC_URL: 'http://safe.example' },
  ])('but not one that was meant: %o', (environment) => {
    expect(start(environment)).not.toThrow();
  });

  it.each(['10.0.0.0/255.0.0.0', 'proxy.example', '10.0.0.1,10.0.0.0/33'])(
    'proxies that are neither addresses nor networks: %s',
    (proxies) => {
      expect(() => readConfig({ PERENNE_TRUSTED_PROXIES: proxies })).toThrow(/PERENNE_TRUSTED_PROXIES/);
    },
  );

  it.each(['10.0.0.0/8', '2001:db8::/32', 'loopback,192.0.2.7'])('but not proxies that are: %s', (proxies) => {
    expect(readConfig({ PERENNE_TRUSTED_PROXIES: proxies }).http.trustedProxies).toEqual(proxies.split(','));
  });

  it('takes none for no proxy at all', () => {
    expect(readConfig({ PERENNE_TRUSTED_PROXIES: 'none' }).http.trustedProxies).toEqual([]);
  });
});

describe('an application whose login lacks the rights of the application', () => {
  it('is refused in one sentence that names the grant', patient, async () => {
    const database = await createTestDatabase();
    const login = `web_${randomUUID().replaceAll('-', '')}`;
    const { password } = new URL(database.appUrl);
    const owner = new Client({ connectionString: database.ownerUrl });
    await owner.connect();
    onTestFinished(async () => {
      await owner.query(`drop role ${login}`);
      await owner.end();
      await database.drop();
    });
    await owner.query(`create role ${login} login password ${owner.escapeLiteral(password || 'Canary-7f31')}`);
    const url = new URL(database.appUrl);
    url.username = login;
    const said = await refusalOf({ DATABASE_URL: database.ownerUrl, DATABASE_APP_URL: url.href });
    expect(said).toMatch(oneSentence);
    expect(said).toMatch(
      new RegExp(`^DATABASE_APP_URL \\(.*\\) .* rights: .*, run grant perenne_app to "${login}"\\.\\n$`),
    );
  });
});

const hasWalls = missingWalls(await findWalls()).length === 0;

describe.runIf(hasWalls && process.getuid?.() === 0)('a production that root starts', () => {
  it('is refused where the machine gives no walls to the readers of files', patient, async () => {
    const withoutNamespaces = ['/usr/bin/setpriv', '--bounding-set=-sys_admin', '--inh-caps=-all'];
    const said = await refusalOf(productionParts, withoutNamespaces);
    expect(said).toMatch(/^Production is refused as root, .* no files \(unshare: Operation not permitted\)/);
    expect(said).toMatch(oneSentence);
  });

  it('is not refused for them where it gives them, and goes on to its parts', patient, async () => {
    const DATABASE_URL = `postgresql://perenne@127.0.0.1:${await freePort()}/safes`;
    expect(await refusalOf({ ...productionParts, DATABASE_URL })).toMatch(/^DATABASE_URL .* cannot be used/);
  });
});

describe('a database that cannot be used is named, without its password', () => {
  const password = 'Canary-7f31';

  it('where nothing listens', patient, async () => {
    const port = await freePort();
    const said = await refusalOf({
      DATABASE_URL: `postgresql://perenne:${password}@127.0.0.1:${port}/safes?x=${password}`,
    });
    expect(said).toBe(
      `DATABASE_URL (postgresql://perenne@127.0.0.1:${port}/safes) cannot be used: nothing listens at this address.\n`,
    );
  });

  it('where another program answers', patient, async () => {
    const server = createServer((socket) => socket.destroy()).listen(0, '127.0.0.1');
    onTestFinished(() => void server.close());
    await new Promise((resolve) => server.once('listening', resolve));
    const address = `127.0.0.1:${portOf(server)}/safes`;
    const said = await refusalOf({ DATABASE_URL: `postgresql://perenne:${password}@${address}` });
    expect(said).toMatch(oneSentence);
    expect(said).toContain(`DATABASE_URL (postgresql://perenne@${address})`);
    expect(said).not.toContain(password);
  });

  it('where the server has no such database, and for the application’s login too', patient, async () => {
    const database = await createTestDatabase();
    onTestFinished(database.drop);
    const wrong = new URL(database.appUrl);
    wrong.pathname = '/nowhere';
    const said = await refusalOf({ DATABASE_URL: database.ownerUrl, DATABASE_APP_URL: wrong.href });
    expect(said).toMatch(
      /^DATABASE_APP_URL \(.*\/nowhere\) cannot be used: the server has no database of this name\.\n$/,
    );
  });
});
