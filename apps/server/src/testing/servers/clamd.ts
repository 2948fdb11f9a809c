import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import type { Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { ClamdConnection } from '../../platform/antivirus/clamd-connection.ts';
import { pace } from '../pace.ts';

const binary = '/usr/sbin/clamd';

export const hasClamd = existsSync(binary);

/**
 * The harmless file that every antivirus reports, put together here so that no file of this
 * repository is reported. https://www.eicar.org/download-anti-malware-testfile/
 */
export function eicar(): Buffer {
  const parts = ['X5O!P%@AP[4\\PZX54(P^)7CC)7}', '$EICAR', '-STANDARD-', 'ANTIVIRUS-', 'TEST-FILE!', '$H+H*'];
  return Buffer.from(parts.join(''));
}

export interface TestClamd {
  url: string;
  /** Ends it at once, as a crash would. */
  kill(): Promise<void>;
  stop(): Promise<void>;
}

/**
 * In MB. `settings` are further lines of its configuration: without `AlertExceedsMax yes` it is silent on
 * its limits. `url` is where it is, unless in a folder of its own.
 */
export type TestClamdLimits = { stream: number; file: number; scan: number; settings?: string[]; url?: string };

/** A real clamd of its own, which knows one signature. */
export async function startClamd(limits: TestClamdLimits = { stream: 200, file: 200, scan: 400 }): Promise<TestClamd> {
  const folder = await mkdtemp(join(tmpdir(), 'perenne-clamd-'));
  const socket = limits.url?.slice('unix:'.length) ?? join(folder, 'clamd.sock');
  await writeConfiguration(folder, socket, limits);
  const child = spawn(binary, ['--config-file', join(folder, 'clamd.conf'), '--foreground'], { stdio: 'ignore' });
  const end = async (signal: NodeJS.Signals): Promise<void> => {
    await ended(child, signal);
    await rm(folder, { recursive: true, force: true });
  };
  try {
    await untilReady(socket, child);
  } catch (error) {
    await end('SIGKILL');
    throw error;
  }
  return { url: `unix:${socket}`, kill: () => end('SIGKILL'), stop: () => end('SIGTERM') };
}

/** A fake clamd: it reports what exceeds its limits when it first receives something, then does as the test says. */
export function afterProof(converse: (socket: Socket) => void): (socket: Socket) => void {
  let isProved = false;
  return (socket) => {
    if (isProved) return converse(socket);
    let heard = Buffer.alloc(0);
    socket.on('data', (bytes: Buffer) => {
      heard = Buffer.concat([heard, bytes]);
      // `zINSTREAM\0`, one length, the probe, the length of zero.
      if (heard.length < 14 || heard.length < 18 + heard.readUInt32BE(10)) return;
      isProved = true;
      socket.end('stream: Heuristics.Limits.Exceeded.MaxRecursion FOUND\0');
    });
  };
}

async function writeConfiguration(
  folder: string,
  socket: string,
  { stream, file, scan, settings = ['AlertExceedsMax yes'] }: TestClamdLimits,
): Promise<void> {
  await mkdir(join(folder, 'signatures'));
  await mkdir(join(folder, 'scans'));
  await writeFile(join(folder, 'signatures', 'test.ndb'), `Test.Eicar:0:*:${eicar().toString('hex')}\n`);
  const lines = [
    `LocalSocket ${socket}`,
    `DatabaseDirectory ${join(folder, 'signatures')}`,
    `TemporaryDirectory ${join(folder, 'scans')}`,
    `StreamMaxLength ${stream}M`,
    `MaxFileSize ${file}M`,
    `MaxScanSize ${scan}M`,
    'MaxThreads 4',
    ...settings,
  ];
  await writeFile(join(folder, 'clamd.conf'), `${lines.join('\n')}\n`);
}

async function untilReady(path: string, child: ChildProcess): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    if (child.exitCode !== null) throw new Error(`clamd ended with ${child.exitCode}`);
    try {
      const clamd = new ClamdConnection({ path }, { idleMs: 1000, totalMs: 1000 });
      await clamd.send(Buffer.from('zPING\0'));
      await clamd.answer();
      return;
    } catch (error) {
      if (attempt >= 200 * pace) throw error;
      await sleep(50);
    }
  }
}

async function ended(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exit = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  child.kill(signal);
  await exit;
}
