import { execFile, spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { freePort } from '../instances/free-port.ts';
import { pace } from '../pace.ts';

const programs = ['ceph', 'ceph-mon', 'ceph-osd', 'radosgw', 'radosgw-admin', 'ceph-authtool', 'monmaptool'];
const run = promisify(execFile);

export const hasRadosgw = programs.every((program) => existsSync(`/usr/bin/${program}`));

export interface TestRadosgw {
  endpoint: string;
  accessKeyId: string;
  secretAccessKey: string;
  stop(): Promise<void>;
}

/**
 * A real Ceph of its own: one monitor, one store in memory, one gateway, on free ports of this
 * machine and with their files in a temporary folder. It takes some ten seconds to start.
 */
export async function startRadosgw(): Promise<TestRadosgw> {
  const cluster = new Cluster(await mkdtemp(join(tmpdir(), 'perenne-ceph-')));
  try {
    return await cluster.start();
  } catch (error) {
    await cluster.stop();
    throw error;
  }
}

class Cluster {
  readonly #folder: string;
  readonly #id = randomUUID();
  readonly #children: ChildProcess[] = [];

  constructor(folder: string) {
    this.#folder = folder;
  }

  async start(): Promise<TestRadosgw> {
    const [monitorPort, gatewayPort] = [await freePort(), await freePort()];
    await writeFile(this.#file('ceph.conf'), this.#configuration(monitorPort, gatewayPort));
    await this.#makeKeyring();
    await this.#startMonitor(monitorPort);
    await this.#startStore();
    const keys = { accessKeyId: 'test-access', secretAccessKey: 'test-secret' };
    const names = ['--uid', 'test', '--display-name', 'test'];
    const secrets = ['--access-key', keys.accessKeyId, '--secret', keys.secretAccessKey];
    await this.#ceph('radosgw-admin', 'user', 'create', ...names, ...secrets);
    this.#spawn('radosgw', '-n', 'client.admin', '-f');
    const endpoint = `http://127.0.0.1:${gatewayPort}`;
    await this.#untilAnswers(endpoint);
    return { endpoint, ...keys, stop: () => this.stop() };
  }

  /** Nothing in it is worth a clean end. */
  async stop(): Promise<void> {
    for (const child of this.#children.toReversed()) {
      if (child.exitCode !== null || child.signalCode !== null) continue;
      const exit = once(child, 'exit');
      child.kill('SIGKILL');
      await exit;
    }
    await rm(this.#folder, { recursive: true, force: true });
  }

  async #makeKeyring(): Promise<void> {
    const all = ['--cap', 'mon', 'allow *', '--cap', 'osd', 'allow *', '--cap', 'mgr', 'allow *'];
    const store = ['--cap', 'mon', 'allow profile osd', '--cap', 'osd', 'allow *'];
    const keyring = this.#file('keyring');
    await run('ceph-authtool', ['--create-keyring', keyring, '--gen-key', '-n', 'mon.', '--cap', 'mon', 'allow *']);
    await run('ceph-authtool', [keyring, '--gen-key', '-n', 'client.admin', ...all]);
    await run('ceph-authtool', [keyring, '--gen-key', '-n', 'osd.0', ...store]);
  }

  async #startMonitor(port: number): Promise<void> {
    const map = this.#file('monmap');
    await run('monmaptool', ['--create', '--fsid', this.#id, '--addv', 'a', `[v2:127.0.0.1:${port}]`, map]);
    await this.#ceph('ceph-mon', '-i', 'a', '--mkfs', '--monmap', map, '--keyring', this.#file('keyring'));
    this.#spawn('ceph-mon', '-i', 'a', '-f');
  }

  async #startStore(): Promise<void> {
    const id = randomUUID();
    await mkdir(this.#file('osd'));
    await this.#ceph('ceph', 'osd', 'new', id);
    await this.#ceph('ceph-osd', '-i', '0', '--mkfs', '--osd-uuid', id);
    this.#spawn('ceph-osd', '-i', '0', '-f');
  }

  #spawn(program: string, ...args: string[]): void {
    this.#children.push(spawn(program, ['-c', this.#file('ceph.conf'), ...args], { stdio: 'ignore' }));
  }

  async #ceph(program: string, ...args: string[]): Promise<void> {
    await run(program, ['-c', this.#file('ceph.conf'), ...args], { timeout: 60_000 * pace, killSignal: 'SIGKILL' });
  }

  async #untilAnswers(endpoint: string): Promise<void> {
    for (let attempt = 1; ; attempt += 1) {
      const ended = this.#children.find((child) => child.exitCode !== null);
      if (ended) throw new Error(`${ended.spawnfile} ended with ${ended.exitCode}`);
      try {
        await fetch(endpoint, { signal: AbortSignal.timeout(2000 * pace) });
        return;
      } catch (error) {
        if (attempt >= 120 * pace) throw error;
        await sleep(250);
      }
    }
  }

  #file(name: string): string {
    return join(this.#folder, name);
  }

  #configuration(monitorPort: number, gatewayPort: number): string {
    return `[global]
fsid = ${this.#id}
mon host = [v2:127.0.0.1:${monitorPort}]
mon initial members = a
mon data = ${this.#file('mon')}
mon data avail crit = 0
mon allow pool size one = true
ms bind msgr1 = false
public addr = 127.0.0.1
cluster addr = 127.0.0.1
keyring = ${this.#file('keyring')}
run dir = ${this.#folder}
admin socket = ${this.#file('$name.asok')}
log file = ${this.#file('$name.log')}
osd data = ${this.#file('osd')}
osd objectstore = memstore
memstore device bytes = 1073741824
osd pool default size = 1
osd pool default min size = 1
osd pool default pg num = 1
osd pool default pgp num = 1
osd crush chooseleaf type = 0
rgw data = ${this.#file('rgw')}
rgw frontends = beast endpoint=127.0.0.1:${gatewayPort}
`;
  }
}
