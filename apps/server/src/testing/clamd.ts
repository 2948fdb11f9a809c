import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { connectClamd } from '../platform/antivirus/clamd.ts';

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

/** A real clamd of its own, which knows one signature, on a socket in a temporary folder. */
export async function startClamd(limitMb = { stream: 200, file: 200, scan: 400 }): Promise<TestClamd> {
  const folder = await mkdtemp(join(tmpdir(), 'perenne-clamd-'));
  await writeConfiguration(folder, limitMb);
  const child = spawn(binary, ['--config-file', join(folder, 'clamd.conf'), '--foreground'], { stdio: 'ignore' });
  const url = `unix:${join(folder, 'clamd.sock')}`;
  const end = async (signal: NodeJS.Signals): Promise<void> => {
    await ended(child, signal);
    await rm(folder, { recursive: true, force: true });
  };
  try {
    await untilReady(url, child);
  } catch (error) {
    await end('SIGKILL');
    throw error;
  }
  return { url, kill: () => end('SIGKILL'), stop: () => end('SIGTERM') };
}

async function writeConfiguration(
  folder: string,
  limitMb: { stream: number; file: number; scan: number },
): Promise<void> {
  await mkdir(join(folder, 'signatures'));
  await mkdir(join(folder, 'scans'));
  await writeFile(join(folder, 'signatures', 'test.ndb'), `Test.Eicar:0:*:${eicar().toString('hex')}\n`);
  const lines = [
    `LocalSocket ${join(folder, 'clamd.sock')}`,
    `DatabaseDirectory ${join(folder, 'signatures')}`,
    `TemporaryDirectory ${join(folder, 'scans')}`,
    `StreamMaxLength ${limitMb.stream}M`,
    `MaxFileSize ${limitMb.file}M`,
    `MaxScanSize ${limitMb.scan}M`,
    'AlertExceedsMax yes',
    'MaxThreads 4',
  ];
  await writeFile(join(folder, 'clamd.conf'), `${lines.join('\n')}\n`);
}

async function untilReady(url: string, child: ChildProcess): Promise<void> {
  const clamd = connectClamd(url);
  for (let attempt = 1; ; attempt += 1) {
    if (child.exitCode !== null) throw new Error(`clamd ended with ${child.exitCode}`);
    try {
      await clamd.check();
      return;
    } catch (error) {
      if (attempt === 200) throw error;
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
