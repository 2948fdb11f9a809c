import { once } from 'node:events';
import { createServer } from 'node:net';
import type { AddressInfo, Server, Socket } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { afterProof } from '../../testing/servers/clamd.ts';
import { StartError } from '../start-error.ts';
import { AntivirusUnavailable, ScanInterrupted } from './antivirus.ts';
import { scanned } from './antivirus.suite.ts';
import { connectClamd, readVerdict } from './clamd.ts';
import { pace } from '../../testing/pace.ts';

let server: Server | undefined;
const sockets = new Set<Socket>();

afterEach(async () => {
  for (const socket of sockets) socket.destroy();
  sockets.clear();
  if (server) await new Promise((resolve) => server?.close(resolve));
  server = undefined;
});

/** A server that says what a broken clamd might say. */
async function broken(converse: (socket: Socket) => void): Promise<string> {
  const talk = afterProof(converse);
  server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => sockets.delete(socket));
    talk(socket);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address: AddressInfo | string | null = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return `tcp://127.0.0.1:${address.port}`;
}

const answering = (answer: string) => broken((socket) => socket.once('data', () => socket.end(answer)));
const quick = { idleMs: 150, totalMs: 400 };

describe('an antivirus that does not keep to the protocol', () => {
  it('is given up after the idle deadline when it takes nothing more', async () => {
    const url = await broken((socket) => socket.pause());
    await expect(scanned(connectClamd(url, quick), Buffer.alloc(20_000_000), 1_000_000)).rejects.toThrow(
      'within 150 ms',
    );
  });

  it('is given up after the total deadline when it takes everything and says nothing', async () => {
    const url = await broken((socket) => socket.resume());
    await expect(scanned(connectClamd(url, quick), Buffer.alloc(1000), 100)).rejects.toThrow(AntivirusUnavailable);
    await expect(connectClamd(url, quick).check()).rejects.toThrow(AntivirusUnavailable);
  });

  it('is given up after the total deadline when it takes a little again and again', async () => {
    const url = await broken((socket) => {
      socket.pause();
      const timer = setInterval(() => void socket.read(200_000), 60);
      socket.on('close', () => clearInterval(timer));
    });
    const startMs = performance.now();
    const scan = scanned(connectClamd(url, quick), Buffer.alloc(200_000_000), 1_000_000);
    await expect(scan).rejects.toThrow(AntivirusUnavailable);
    // At its pace, all of it would take a minute.
    expect(performance.now() - startMs).toBeLessThan(30_000 * pace);
  });

  it('gives no verdict when it closes early, with or without an answer', async () => {
    for (const answer of ['', 'stream: OK', 'INSTREAM size limit exceeded. ERROR\0']) {
      const url = await answering(answer);
      const scan = scanned(connectClamd(url, quick), Buffer.alloc(20_000_000), 1_000_000);
      await expect(scan).rejects.toThrow(AntivirusUnavailable);
      await new Promise((resolve) => server?.close(resolve));
    }
  });

  it('gives no verdict when it calls clean what it has not heard to the end', async () => {
    const url = await broken((socket) => {
      socket.resume();
      socket.once('data', () => socket.write('stream: OK\0'));
    });
    const scan = await connectClamd(url, quick).begin();
    await new Promise((resolve) => setTimeout(resolve, 50));
    await expect(scan.write(Buffer.alloc(100))).rejects.toThrow(AntivirusUnavailable);
  });

  it('gives no verdict when it never stops talking', async () => {
    const url = await broken((socket) => socket.once('data', () => socket.write('stream: '.padEnd(10_000, 'x'))));
    await expect(scanned(connectClamd(url, quick), Buffer.alloc(10), 10)).rejects.toThrow(AntivirusUnavailable);
  });

  it('is not there when nothing listens', async () => {
    const antivirus = connectClamd('unix:/nonexistent/clamd.sock', quick);
    await expect(antivirus.begin()).rejects.toThrow(AntivirusUnavailable);
    await expect(connectClamd('tcp://127.0.0.1:1', quick).check()).rejects.toThrow(AntivirusUnavailable);
  });
});

describe('a content that comes slowly', () => {
  it('gives its turn to one that waits, and takes nothing from the antivirus any more', async () => {
    const url = await broken((socket) => {
      socket.on('data', (bytes: Buffer) => bytes.subarray(-4).equals(Buffer.alloc(4)) && socket.end('stream: OK\0'));
    });
    const antivirus = connectClamd(url, { turns: { atOnce: 1, keptMs: 100, waitMs: 10_000 } });
    const slow = await antivirus.begin({ party: 'slow', mayInterrupt: true });
    await slow.write(Buffer.alloc(100, 'a'));
    expect(await scanned(antivirus, Buffer.alloc(1_000, 'b'), 100)).toEqual({ verdict: 'clean' });
    await expect(slow.write(Buffer.alloc(100, 'a'))).rejects.toThrow(ScanInterrupted);
    await expect(slow.finish()).rejects.toThrow(ScanInterrupted);
    // Nothing is wrong with the antivirus: the next content is scanned at once.
    expect(await scanned(antivirus, Buffer.alloc(1_000, 'c'), 100)).toEqual({ verdict: 'clean' });
  });
});

describe('the scans of an instance', () => {
  it('are eight at once, shared out to its processes', async () => {
    const url = await broken((socket) => {
      socket.on('data', (bytes: Buffer) => bytes.subarray(-4).equals(Buffer.alloc(4)) && socket.end('stream: OK\0'));
    });
    const antivirus = connectClamd(url, { processes: 2 });
    const parties = ['one', 'two', 'three', 'four', 'five'];
    let begun = 0;
    const begin = async (party: string) => {
      const scan = await antivirus.begin({ party, mayInterrupt: false });
      begun += 1;
      return scan;
    };
    const [first, ...others] = parties.map(begin);
    await expect.poll(() => begun).toBe(4);
    await (await first)?.finish();
    await expect.poll(() => begun).toBe(5);
    for (const scan of others) await (await scan).finish();
  });
});

describe('an answer of clamd', () => {
  it('is clean or infected only in its own words', () => {
    expect(readVerdict('stream: OK')).toEqual({ verdict: 'clean' });
    expect(readVerdict('stream: Win.Test.EICAR_HDB-1 FOUND')).toEqual({
      verdict: 'infected',
      signature: 'Win.Test.EICAR_HDB-1',
    });
    expect(readVerdict('stream: Eicar-Test-Signature(44d88612fea8a8f36de82e1278abb02f:68) FOUND')).toEqual({
      verdict: 'infected',
      signature: 'Eicar-Test-Signature',
    });
  });

  it.each([
    '',
    'OK',
    'stream: ok',
    'stream: OK ',
    'stream: OK\nstream: OK',
    'stream:  FOUND',
    'stream: Heuristics.Limits.Exceeded.MaxFileSize FOUND',
    'stream: Heuristics.Limits.Exceeded FOUND',
    "stream: Can't allocate memory ERROR",
    'INSTREAM size limit exceeded. ERROR',
    'UNKNOWN COMMAND',
  ])('is no verdict otherwise: "%s"', (answer) => {
    expect(() => readVerdict(answer)).toThrow(AntivirusUnavailable);
  });
});

describe('the address of clamd', () => {
  it.each([
    '',
    'clamd',
    'tcp://host',
    'tcp://host:port',
    'tcp://:3310',
    'unix:relative',
    'http://host:1',
    'tcp://a:1/x',
  ])('is refused at the start when it is none: "%s"', (url) => {
    expect(() => connectClamd(url)).toThrow(StartError);
  });

  it.each(['tcp://clamd:3310', 'tcp://[::1]:3310', 'unix:/run/clamav/clamd.ctl', 'unix:///run/clamav/clamd.ctl'])(
    'may be %s',
    (url) => {
      expect(connectClamd(url).enabled).toBe(true);
    },
  );
});
