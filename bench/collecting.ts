import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Json } from '../packages/collecting/src/run.ts';
import type { LocalReach } from '../apps/server/src/platform/collecting/reach.ts';
import { openCollecting } from '../apps/server/src/platform/collecting/open-collecting.ts';
import { hasDovecot, openMailServer } from '../apps/server/src/testing/servers/mailbox.ts';
import { hasOpenSsh, TestOpenSsh } from '../apps/server/src/testing/servers/openssh.ts';
import { testCollectors } from '../apps/server/src/testing/collecting/collector-steps.ts';
import { secondsOf } from './client.ts';
import { measureCollectingProduct } from './collecting-product.ts';
import { startDelayingProxy } from './delaying-proxy.ts';
import type { Measure } from './measure.ts';
import { startPagingPartner } from './paging-partner.ts';

const rounds = 5;
const messages = 50_000;
const files = 5_000;
const invoices = 5_000;
const delayMs = 25;
const roundTrips = 3;
const megabyte = 1_000_000;

const log = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} };

/** Runs of collectors: what they cost by themselves, and in the product. */
export async function measureCollecting(): Promise<Measure[]> {
  return [
    ...(await measureStarts()),
    ...(await measureMailbox()),
    ...(await measureFolder()),
    await measurePages(),
    ...(await measureCollectingProduct()),
  ];
}

type Order = { agentId: string; credentials: Record<string, string | number>; local?: LocalReach };

/** Visits of one account, which remembers and knows what came. */
async function openAccount({ agentId, credentials, local }: Order) {
  const folder = agentId === 'offers' ? { folder: testCollectors } : {};
  const collecting = await openCollecting({ log, ...folder, ...(local && { local }) });
  const known = new Set<string>();
  let memory: Json = null;
  return async (whileOffered: () => Promise<void> = async () => {}): Promise<void> => {
    const host = {
      isKnown: async (identity: string) => known.has(identity),
      wants: async ({ identity }: { identity: string }) => {
        await whileOffered();
        known.add(identity);
        return false;
      },
      receive: async () => {},
      remember: async () => {},
      awaitCode: async () => 'resend' as const,
    };
    const order = { agentId, credentials, since: null, memory };
    memory = await collecting.run(order, host, new AbortController().signal);
  };
}

async function measureStarts(): Promise<Measure[]> {
  const what = JSON.stringify([{ identity: 'a', title: 'a', fileName: 'a.pdf' }]);
  const visit = await openAccount({ agentId: 'offers', credentials: { account: 'a', what } });
  await visit();
  const seconds = { ours: [] as number[], limit: [] as number[] };
  const memory = { ours: [] as number[], limit: [] as number[] };
  for (let round = 0; round < rounds; round++) {
    const began = performance.now();
    let startedAt = 0;
    await visit(async () => {
      startedAt = performance.now();
      memory.ours.push(await residentOfChild());
    });
    seconds.ours.push((startedAt - began) / 1_000);
    const bare = spawn(process.execPath, ['-e', 'process.stdout.write("x"); setTimeout(() => {}, 60_000)']);
    seconds.limit.push(await secondsOf(() => once(bare.stdout, 'data')));
    memory.limit.push(await residentOfChild());
    bare.kill();
    await once(bare, 'exit');
  }
  const note = 'over a bare Node process';
  return [
    { name: 'start of an isolated run', unit: 's', ...seconds, promise: { atMost: 1 }, plus: 0.25, note },
    { name: 'memory of an isolated run', unit: 'MB', ...memory, promise: { atMost: 1 }, plus: 60, note },
  ];
}

/** The memory of the one process that this one has started. */
async function residentOfChild(): Promise<number> {
  const tasks = await readdir('/proc/self/task');
  const lists = await Promise.all(tasks.map((task) => readFile(`/proc/self/task/${task}/children`, 'utf8')));
  const [pid] = lists.join(' ').split(' ').filter(Boolean);
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  return (Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1]) * 1_024) / megabyte;
}

/** The duration of a visit that finds nothing new, beside three round trips; `onKnown` follows the first visit. */
async function measureNothingNew(name: string, order: Order, onKnown = () => {}): Promise<Measure> {
  const visit = await openAccount(order);
  await visit();
  onKnown();
  const ours: number[] = [];
  for (let round = 0; round < rounds; round++) ours.push(await secondsOf(() => visit()));
  const limit = ours.map(() => (roundTrips * 2 * delayMs) / 1_000);
  const note = `${roundTrips} round trips of ${2 * delayMs} ms`;
  return {
    name: `a run that finds nothing new: ${name}`,
    unit: 's',
    ours,
    limit,
    promise: { atMost: 1 },
    plus: 1,
    note,
  };
}

async function measureMailbox(): Promise<Measure[]> {
  if (!hasDovecot) {
    process.stderr.write('Dovecot is not installed: no mailbox is measured.\n');
    return [];
  }
  const server = await openMailServer();
  const mailbox = server.openMailbox();
  const proxy = await startDelayingProxy(mailbox.credentials.port, delayMs);
  try {
    const mail = Buffer.from(`From: ${mailbox.credentials.senders}\r\nSubject: Bonjour\r\n\r\nx\r\n`);
    const fill = () => mailbox.deliver(mail, '2026-11-02T08:00:00Z');
    for (let at = 0; at < messages; at += 500) await Promise.all(Array.from({ length: 500 }, fill));
    const { port } = proxy;
    const local = { standIns: [{ host: '127.0.0.1', port, isAt: port }], loopbackPorts: [port] };
    const credentials = { ...mailbox.credentials, port };
    return [await measureNothingNew(`a mailbox of ${messages} messages`, { agentId: 'mailbox', credentials, local })];
  } finally {
    proxy.stop();
    await server.close();
  }
}

async function measureFolder(): Promise<Measure[]> {
  if (!hasOpenSsh) {
    process.stderr.write('OpenSSH is not installed: no folder is measured.\n');
    return [];
  }
  const server = await TestOpenSsh.start();
  // Without a delay at first: each of the files that are offered is opened.
  const proxy = await startDelayingProxy(server.port, 0);
  try {
    const folder = 'Factures';
    await mkdir(join(server.home, folder));
    const write = (at: number) => writeFile(join(server.home, folder, `${at}.txt`), 'x');
    for (let at = 0; at < files; at += 500)
      await Promise.all(Array.from({ length: 500 }, (_, next) => write(at + next)));
    const { port } = proxy;
    const credentials = { host: '127.0.0.1', port, login: server.login, password: server.password, folder };
    const local = { standIns: [], loopbackPorts: [port] };
    const order = { agentId: 'sftp', credentials, local };
    const delay = () => proxy.setDelay(delayMs);
    return [await measureNothingNew(`a folder of ${files} files by SFTP`, order, delay)];
  } finally {
    proxy.stop();
    await server.stop();
  }
}

async function measurePages(): Promise<Measure> {
  const partner = await startPagingPartner(2 * delayMs);
  try {
    const credentials = { login: `${invoices}@bench.example`, password: 'x' };
    const order = { agentId: 'lumen-energie', credentials, local: partner.local };
    return await measureNothingNew(`${invoices} invoices on pages`, order);
  } finally {
    partner.stop();
  }
}
