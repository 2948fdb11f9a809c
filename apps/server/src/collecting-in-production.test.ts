import { spawn, type ChildProcess } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Collector } from '@perenne/contract/collectors';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findWalls } from './platform/isolation/find-walls.ts';
import { missingWalls } from './platform/isolation/walls.ts';
import { startEmbeddedPostgres, type EmbeddedPostgres } from './platform/postgres/embedded/embedded-postgres.ts';
import { bearer, post, signIn } from './testing/instances/instance-client.ts';
import {
  readDemoFile,
  removeDataFolder,
  startInstance,
  type InstanceProcess,
} from './testing/instances/instance-process.ts';
import { copyMadeWorld } from './testing/instances/made-world.ts';
import { pace } from './testing/pace.ts';
import { productionParts } from './testing/instances/production-parts.ts';
import { makeSealFiles, password, type SealFiles } from './testing/files/seal-files.ts';
import { startNameServer } from './testing/servers/name-server.ts';

const program = fileURLToPath(new URL('./testing/servers/hostile-partner.ts', import.meta.url));
const patient = 300_000 * pace;
const silent = { info: () => {}, warn: () => {}, error: () => {} };
const api = '/backend/api/v1';
/** An address of the internet, which only the network of this test has. */
const address = '203.0.114.7';
/** Where both networks have their name server: an address of this run alone, since port 53 is always the one. */
const serverAt = `127.${randomInt(1, 255)}.${randomInt(0, 256)}.${randomInt(1, 255)}`;
const tools = ['/usr/bin/unshare', '/usr/bin/nsenter', '/usr/sbin/ip'].every(existsSync);
const canRun = tools && process.getuid?.() === 0 && missingWalls(await findWalls()).length === 0;

/** A production: one process that answers, and one that works in a network where partners are ours. */
describe.runIf(canRun)('a production', () => {
  let dataFolder: string;
  let database: EmbeddedPostgres;
  let files: SealFiles;
  let partner: ChildProcess;
  let nameServer: Awaited<ReturnType<typeof startNameServer>>;
  let http: InstanceProcess;
  let worker: InstanceProcess;
  let token: string;
  const asked: string[] = [];

  beforeAll(async () => {
    dataFolder = await copyMadeWorld();
    const [user] = (await readDemoFile(dataFolder)).users;
    if (!user) throw new Error('the world has no user');
    files = await makeSealFiles();
    database = await startEmbeddedPostgres({ dataFolder, log: silent });
    partner = await startPartner();
    nameServer = await startNameServer({ 'rebinds.partner.example': address }, serverAt);
    [http, worker] = await Promise.all([start('http'), startWorker()]);
    await http.until('/health');
    token = await signIn(http.url, user);
  }, patient);
  afterAll(async () => {
    await Promise.all([http.stop(), worker.stop()]);
    partner.kill('SIGKILL');
    nameServer.stop();
    await database.stop();
    await files.remove();
    await removeDataFolder(dataFolder);
  }, patient);

  async function startPartner(): Promise<ChildProcess> {
    const names = `DNS:rebinds.partner.example,DNS:localhost,IP:${address},IP:127.0.0.1`;
    const key = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-keyout', 'partner.key'];
    const certificate = ['-subj', '/CN=partner', '-addext', `subjectAltName=${names}`, '-days', '30'];
    await files.openssl('req', '-x509', ...key, ...certificate, '-out', 'partner.pem');
    // A route, since an address of its own would be one that the worker refuses.
    const network = `ip link set lo up && ip route add local ${address}/32 dev lo && exec "$@"`;
    const server = [process.execPath, program, files.folder, address, serverAt];
    const child = spawn('/usr/bin/unshare', ['--net', 'sh', '-c', network, 'sh', ...server], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    child.stdout.setEncoding('utf8').on('data', (text: string) => void asked.push(...text.trim().split('\n')));
    await once(child.stdout, 'data');
    return child;
  }

  /** It asks the name server of its network. */
  async function start(role: 'http' | 'worker', network: readonly string[] = []) {
    const servers = join(files.folder, `resolv-${role}.conf`);
    await writeFile(servers, `nameserver ${serverAt}\n`);
    const withNames = ['unshare', '--mount', 'sh', '-c', 'mount --bind "$0" /etc/resolv.conf && exec "$@"', servers];
    const env = {
      ...productionParts,
      ...{ DATABASE_URL: database.ownerUrl, DATABASE_APP_URL: database.appUrl, PERENNE_ROLE: role },
      ...{ SEAL_P12: files.p12, SEAL_P12_PASSWORD: password, PERENNE_LOG_LEVEL: 'error' },
      NODE_EXTRA_CA_CERTS: join(files.folder, 'partner.pem'),
    };
    return startInstance({ dataFolder, env, through: [...network, ...withNames] });
  }

  const startWorker = () => start('worker', ['nsenter', `--net=/proc/${partner.pid}/ns/net`]);

  const create = (url: string): Promise<Response> => {
    const credentials = { url, login: 'camille', password: 'Dossier-2026!' };
    const body = { agentId: 'webdav', accountName: 'NAS', credentials, authorised: true };
    return post(`${http.url}${api}/collectors`, body, bearer(token));
  };

  /** The collector after its first run, and what was asked of whom meanwhile. */
  async function connect(url: string): Promise<{ collector: Collector; asked: string[] }> {
    asked.splice(0);
    const created = await create(url);
    expect(created.status).toBe(201);
    const { id } = (await created.json()) as Collector;
    const read = async () =>
      (await (await fetch(`${http.url}${api}/collectors/${id}`, { headers: bearer(token) })).json()) as Collector;
    await expect.poll(async () => (await read()).status, { timeout: patient, interval: 100 }).not.toBe('SYNCHRONIZING');
    return { collector: await read(), asked: [...asked] };
  }

  it('reaches a partner on the internet', { timeout: patient }, async () => {
    const { collector, asked: seen } = await connect(`https://${address}/dav`);
    expect(collector).toMatchObject({ status: 'ENABLED', alert: { code: 'NO_NEW_DOCUMENT' } });
    expect(seen).toContain('partner: PROPFIND /dav/');
  });

  it.each(['https://127.0.0.1/', 'https://localhost/', 'https://[::ffff:127.0.0.1]/', 'http://127.0.0.1/'])(
    'is sent inside by no redirect of a partner: %s',
    { timeout: patient },
    async (to) => {
      const path = `/to/${encodeURIComponent(to)}/`;
      const { collector, asked: seen } = await connect(`https://${address}${path}`);
      expect(collector).toMatchObject({ status: 'BLOCKED', alert: { code: 'SYNCHRONISATION_FAILED' } });
      expect(seen).toEqual(['partner: connection', `partner: PROPFIND ${path}`]);
    },
  );

  it('is sent inside by no name that leads there since it was typed', { timeout: patient }, async () => {
    const { collector, asked: seen } = await connect('https://rebinds.partner.example/');
    expect(collector).toMatchObject({ status: 'BLOCKED', alert: { code: 'SYNCHRONISATION_FAILED' } });
    expect(seen).toEqual([]);
  });

  it.each(['https://127.0.0.1/', 'https://localhost/', 'https://169.254.169.254/', 'https://0x7f.1/'])(
    'takes no collector of an address inside: %s',
    async (url) => {
      const refused = await create(url);
      expect(refused.status).toBe(400);
      expect(await refused.text()).toContain('"host"');
    },
  );
});
