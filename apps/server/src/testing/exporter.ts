import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import type { SafeExport } from '@perenne/contract/exports';
import { unzipSync } from 'fflate';
import type { TestOwner } from './makers.ts';
import { pace } from './pace.ts';
import type { TestApp } from './test-app.ts';

const v1 = '/backend/api/v1';

/** An owner who takes everything out. */
export class Exporter {
  readonly test: Pick<TestApp, 'app'>;
  readonly owner: TestOwner;

  constructor(test: Pick<TestApp, 'app'>, owner: TestOwner) {
    this.test = test;
    this.owner = owner;
  }

  call(method: 'GET' | 'POST' | 'DELETE', path: string, headers: Record<string, string> = {}) {
    return this.test.app.inject({ method, url: `${v1}/${path}`, headers: { ...this.owner.headers, ...headers } });
  }

  /** Asks for an export, which begins. */
  async begin(): Promise<SafeExport> {
    const answer = await this.call('POST', 'exports');
    if (answer.statusCode !== 201) throw new Error(`no export: ${answer.body}`);
    return answer.json<SafeExport>();
  }

  async get(id: string): Promise<SafeExport> {
    return (await this.call('GET', `exports/${id}`)).json<SafeExport>();
  }

  /** Once the worker has come to its end. */
  async ended(id: string): Promise<SafeExport> {
    for (let count = 0; count < 400 * pace; count += 1) {
      const found = await this.get(id);
      if (found.status !== 'IN_PROGRESS') return found;
      await setTimeout(50);
    }
    throw new Error('the export came to no end');
  }

  async ready(): Promise<SafeExport> {
    const ended = await this.ended((await this.begin()).id);
    if (ended.status !== 'READY') throw new Error(`the export failed: ${ended.failure}`);
    return ended;
  }

  async download(id: string): Promise<Buffer> {
    const answer = await this.call('GET', `exports/${id}/content`);
    if (answer.statusCode !== 200) throw new Error(`no archive: ${answer.body}`);
    return answer.rawPayload;
  }

  /** The files of a fresh export, by their paths. */
  async files(): Promise<{ ready: SafeExport; zip: Buffer; files: Map<string, Buffer> }> {
    const ready = await this.ready();
    const zip = await this.download(ready.id);
    return { ready, zip, files: filesOf(zip) };
  }
}

export const filesOf = (zip: Buffer): Map<string, Buffer> =>
  new Map(Object.entries(unzipSync(zip)).map(([name, content]) => [name, Buffer.from(content)]));

/** Writes these files into a folder of its own while `work` runs. */
export async function inFolder<T>(
  files: ReadonlyMap<string, Buffer>,
  work: (folder: string) => Promise<T>,
): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'perenne-archive-'));
  try {
    for (const [name, content] of files) {
      await mkdir(dirname(join(folder, name)), { recursive: true });
      await writeFile(join(folder, name), content);
    }
    return await work(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
