import { readFile } from 'node:fs/promises';
import { createServer, type Server, type ServerResponse } from 'node:http';
import { getPriority } from 'node:os';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { portOf } from '../../testing/instances/port-of.ts';
import { childrenRunning } from '../../testing/instances/process-status.ts';
import { pace } from '../../testing/pace.ts';
import { openIsolation } from '../isolation/isolation.ts';
import type { Collecting, CollectingStopped } from './collecting.ts';
import { openCollecting, type CollectingOptions } from './open-collecting.ts';

const folder = fileURLToPath(new URL('../../testing/collectors', import.meta.url));
const secret = 'CANARY-4f1d2c';
const logged: string[] = [];
const log = pino({ level: 'debug' }, { write: (line: string) => void logged.push(line) });

const isolation = openIsolation(log);

let site: Server;
let port: number;
/** The site sends every caller there. */
let location: string | null = null;
let page = 'welcome';
let isHanging = false;
/** How many bytes the site sends, one by one; 0 where it answers at once. */
let trickledBytes = 0;
let requests = 0;
let collecting: Collecting;
beforeAll(async () => {
  site = createServer((_request, response) => {
    requests += 1;
    if (isHanging) return;
    if (trickledBytes > 0) trickle(response);
    else if (location === null) response.end(page);
    else response.writeHead(302, { location }).end();
  });
  await new Promise<void>((resolve) => void site.listen(0, '127.0.0.1', resolve));
  port = portOf(site);
  collecting = await open();
});
afterAll(() => {
  site.closeAllConnections();
  site.close();
});

/** Sends a byte every 20 ms. */
function trickle(response: ServerResponse): void {
  let left = trickledBytes;
  const drip = setInterval(() => {
    if (left > 0) response.write('x');
    else response.end();
    left -= 1;
  }, 20);
  response.once('close', () => clearInterval(drip));
}

const open = (options: Partial<CollectingOptions> = {}) =>
  openCollecting({ log, isolation, folder, local: { standIns: [], loopbackPorts: [port] }, ...options });

type Outcome = {
  titles: string[];
  code: string | null;
  cause: unknown;
  /** The most documents that were being stored together. */
  atOnce: number;
  /** How many documents were stored when it remembered something at once. */
  rememberedAfter: number | null;
};

/** `pauseMs`: what the safe takes to store a document. */
type Using = { by?: Collecting; signal?: AbortSignal; pauseMs?: number };

const processes = () => childrenRunning('/collecting/child/boot.cjs');

async function run(what: string, using: Using = {}): Promise<Outcome> {
  const { by = collecting, signal = new AbortController().signal, pauseMs = 0 } = using;
  const titles: string[] = [];
  const seen = { storing: 0, atOnce: 0, rememberedAfter: null as number | null };
  const order = {
    ...{ agentId: 'misbehaves', since: null, memory: null },
    credentials: { what, host: '127.0.0.1', port, secret },
  };
  const host = {
    isKnown: async (identity: string) => titles.includes(identity),
    wants: async ({ identity }: { identity: string }) => !titles.includes(identity),
    receive: async ({ title }: { title: string }, chunks: AsyncIterable<Uint8Array>) => {
      for await (const chunk of chunks) expect(chunk.length).toBeGreaterThan(0);
      seen.atOnce = Math.max(seen.atOnce, ++seen.storing);
      await wait(pauseMs);
      seen.storing -= 1;
      titles.push(title);
    },
    remember: async () => void (seen.rememberedAfter = titles.length),
    awaitCode: async () => 'resend' as const,
  };
  try {
    await by.run(order, host, signal);
    return { titles, code: null, cause: null, ...seen };
  } catch (error) {
    const { code, cause } = error as CollectingStopped;
    return { titles, code, cause, ...seen };
  }
}

describe('a run', () => {
  it('finds neither environment, files, processes, network nor privileges', async () => {
    const before = requests;
    const { titles, code } = await run('looksAround');
    const found = Object.fromEntries(titles.map((title) => title.split(': ') as [string, string]));
    expect([code, Object.keys(found)]).toEqual([null, expect.objectContaining({ length: 17 })]);
    expect(found['environment']).toBe('0');
    const files = ['passwords', 'own process', 'parent', 'server code', 'own code', 'modules', 'write'];
    for (const closed of [...files, 'process', 'worker'])
      expect([closed, found[closed]]).toEqual([closed, 'ERR_ACCESS_DENIED']);
    expect(Number(found['priority'])).toBeGreaterThan(getPriority());
    expect(found['binding']).toBe('ERR_ACCESS_DENIED');
    for (const closed of ['socket', 'fetch', 'name']) expect(found[closed]).not.toMatch(/connected|Response|address/);
    expect(requests).toBe(before);
    const { user } = await isolation.walls();
    const isDropped = user && process.getuid?.() === 0;
    expect(Number(found['user'])).toBeGreaterThan(isDropped ? 60_000 : -1);
    expect(found['signal']).toBe(user ? 'EPERM' : found['signal']);
  });

  it.each([
    ['loops', 'TIME'],
    ['hangs', 'TIME'],
    ['hoards', /MEMORY|CRASH/],
    ['babbles', 'CRASH'],
    ['asksOn', 'CRASH'],
    ['leaves', 'CRASH'],
    ['circles', 'CRASH'],
    ['remembers', 'CRASH'],
    ['dials', 'CRASH'],
    ['dialsAtOnce', 'CRASH'],
    ['asksAnother', 'HOST_REFUSED'],
    ['cuts', 'PARTNER_UNAVAILABLE'],
  ])('that %s is ended, and its process with it: %s', async (what, code) => {
    // Short only where it is the limit that ends the run: to hoard takes a busy machine a while.
    const timeMs = (code === 'TIME' ? 2_000 : 60_000) * pace;
    const limits = { timeMs, memoryBytes: 250_000_000, offers: 200, connections: 4 };
    const outcome = await run(what, { by: await open({ limits }) });
    expect(outcome.code).toMatch(code);
    expect(outcome.titles).not.toContain('cut');
    await expect.poll(processes).toEqual([]);
  });

  it.skipIf(process.platform !== 'linux')(
    'that the kernel ends would leave nothing of its memory on the disk',
    async () => {
      const ending = new AbortController();
      const running = run('hangs', { signal: ending.signal });
      await expect.poll(processes).toHaveLength(1);
      const [pid = 0] = await processes();
      // It is a shell at first, which sets the limits before it becomes the run.
      await expect.poll(() => readFile(`/proc/${pid}/limits`, 'utf8')).toMatch(/^Max core file size +0 +0 /m);
      ending.abort();
      await running;
    },
  );

  it('reads the next documents while the safe stores the ones before, and loses none when it fails', async () => {
    const { titles, atOnce, code } = await run('breaksLate', { pauseMs: 200 * pace });
    expect([titles.toSorted(), code]).toEqual([['1', '2', '3', '4'], 'CRASH']);
    expect(atOnce).toBeGreaterThan(1);
  });

  it('goes on where documents fail for themselves, and nothing of them is kept', async () => {
    expect(await run('cutsSome')).toMatchObject({ titles: ['whole'], code: null });
  });

  it('has what it remembers kept after the documents that came before it', async () => {
    const { titles, rememberedAfter } = await run('remembersNow', { pauseMs: 200 * pace });
    expect([titles.length, rememberedAfter]).toEqual([5, 4]);
  });

  it('is ended by who ordered it', async () => {
    const ending = new AbortController();
    const running = run('hangs', { signal: ending.signal });
    setTimeout(() => ending.abort(), 300);
    expect((await running).code).toBe('STOPPED');
  });

  it('is ended when it receives too much', async () => {
    const outcome = await run('follows', { by: await open({ limits: { receivedBytes: 10 } }) });
    expect(outcome.code).toBe('VOLUME');
  });
});

describe('a partner', () => {
  it('is reached through the parent', async () => {
    location = null;
    expect(await run('follows')).toMatchObject({ code: null, titles: ['200 welcome'] });
  });

  it('that closes a connection which waits is asked by another one', async () => {
    location = null;
    const closing = setInterval(() => site.closeIdleConnections(), 50);
    const before = requests;
    const { code, titles } = await run('comesBack');
    clearInterval(closing);
    expect([code, titles]).toEqual([null, ['200 welcome, after 0 ms', '200 welcome, after 2000 ms']]);
    expect(requests - before).toBe(2);
  });

  it('that closes its connection right after a long answer is heard to its end, also by who reads late', async () => {
    location = null;
    page = 'x'.repeat(2_000_000);
    const closing = setInterval(() => site.closeIdleConnections(), 50);
    const { code, titles } = await run('readsLate');
    clearInterval(closing);
    page = 'welcome';
    expect([code, titles]).toEqual([null, ['2000000 bytes']]);
  });

  it('that redirects without an end is left', async () => {
    location = '/';
    expect((await run('follows')).code).toBe('PARTNER_CHANGED');
  });

  it('that hangs is left at the limit', async () => {
    isHanging = true;
    expect((await run('follows', { by: await open({ limits: { timeMs: 1_500 * pace } }) })).code).toBe('TIME');
    expect((await run('follows', { by: await open({ limits: { silentMs: 500 } }) })).code).toBe('PARTNER_UNAVAILABLE');
    isHanging = false;
    site.closeAllConnections();
  });

  it('that answers by the byte is heard to its end, and is left at the limit of a run', async () => {
    location = null;
    trickledBytes = 60;
    const patient = await open({ limits: { silentMs: 500 } });
    expect(await run('follows', { by: patient })).toMatchObject({ code: null, titles: [`200 ${'x'.repeat(60)}`] });
    trickledBytes = Infinity;
    const hurried = await open({ limits: { silentMs: 500, timeMs: 2_000 * pace } });
    expect(await run('follows', { by: hurried })).toMatchObject({ code: 'TIME', titles: [] });
    trickledBytes = 0;
    await expect.poll(processes).toEqual([]);
  });
});

describe('the credentials of an account', () => {
  it('are for its own run alone, while that of another account is under way', async () => {
    const both = ['one', 'other'].map((account) => ({ account, secret: `CANARY-${account}` }));
    const here = new Set<string>();
    const all = Promise.withResolvers<void>();
    const told = both.map(async (credentials) => {
      const titles: string[] = [];
      const host = {
        isKnown: async () => false,
        wants: async () => true,
        receive: async ({ title }: { title: string }, chunks: AsyncIterable<Uint8Array>) => {
          await Array.fromAsync(chunks);
          titles.push(title);
          if (here.add(credentials.account).size === both.length) all.resolve();
          await all.promise;
        },
        remember: async () => {},
        awaitCode: async () => 'resend' as const,
      };
      const order = {
        ...{ agentId: 'misbehaves', since: null, memory: null },
        credentials: { what: 'tells', ...credentials },
      };
      await collecting.run(order, host, new AbortController().signal);
      return titles;
    });
    expect(await Promise.all(told)).toEqual(
      both.map((credentials) => ['here', JSON.stringify({ what: 'tells', ...credentials })]),
    );
  });
});

describe('a secret', () => {
  it.each([
    ['betrays', 'PARTNER_CHANGED'],
    ['breaks', 'CRASH'],
  ])('that a collector %s stays in its process', async (what, code) => {
    const outcome = await run(what);
    expect(outcome.code).toBe(code);
    // Only the place in its code is reported.
    expect(String(outcome.cause)).toMatch(/misbehaves\/collect\.ts:\d+:\d+/);
    expect(JSON.stringify([outcome, String(outcome.cause), logged])).not.toContain(secret);
  });
});
