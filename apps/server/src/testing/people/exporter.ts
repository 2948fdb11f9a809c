import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import type { SafeExport } from '@perenne/contract/exports';
import { unzipSync } from 'fflate';
import { writeExport } from '../../domains/exports/write-export.ts';
import type { Platform } from '../../platform/platform.ts';
import { makeOwner, makePdf, upload, type TestOwner } from './makers.ts';
import { pace } from '../pace.ts';
import type { TestApp } from '../test-app.ts';

const v1 = '/backend/api/v1';

type ExportList = {
  items: SafeExport[];
  total: number;
  allowance: { limit: number; remaining: number; nextAt: string | null };
};

/** An owner who takes everything out. */
export class Exporter {
  readonly test: Pick<TestApp, 'app' | 'platform'>;
  readonly owner: TestOwner;

  constructor(test: Pick<TestApp, 'app' | 'platform'>, owner: TestOwner) {
    this.test = test;
    this.owner = owner;
  }

  /** An owner with these documents, each a PDF that its title distinguishes from others. */
  static async make(test: TestApp, titles: readonly string[] = ['Bail']): Promise<Exporter> {
    const exporter = new Exporter(test, await makeOwner(test));
    for (const title of titles) await exporter.add(title);
    return exporter;
  }

  async add(title: string, sent: { fileName?: string; content?: Buffer } = {}): Promise<string> {
    const answer = await upload(this.test, this.owner, { content: makePdf(title), ...sent, fields: { title } });
    if (answer.statusCode !== 201) throw new Error(`no document: ${answer.body}`);
    return answer.json<{ id: string }>().id;
  }

  post(path: string, payload: object) {
    return this.test.app.inject({ method: 'POST', url: `${v1}/${path}`, headers: this.owner.headers, payload });
  }

  call(method: 'GET' | 'POST' | 'DELETE', path: string, headers: Record<string, string> = {}) {
    return this.test.app.inject({ method, url: `${v1}/${path}`, headers: { ...this.owner.headers, ...headers } });
  }

  list() {
    return this.call('GET', 'exports').then((answer) => answer.json<ExportList>());
  }

  /** The journal's entries of exports, newest first. */
  async journal(): Promise<string[]> {
    const answer = await this.call('GET', 'user/journal?kind=export');
    return answer.json<{ items: Array<{ action: string }> }>().items.map(({ action }) => action);
  }

  /** Anew, once the session is over. */
  async signIn(): Promise<void> {
    const { email, password } = this.owner;
    const url = `${v1}/login`;
    const answer = await this.test.app.inject({ method: 'POST', url, payload: { email, password } });
    this.owner.headers = { authorization: `Bearer ${String(answer.headers['set-authorization'])}` };
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
    for (let count = 0; count < 1_200 * pace; count += 1) {
      const found = await this.get(id);
      if (found.status !== 'IN_PROGRESS') return found;
      await setTimeout(50);
    }
    throw new Error('the export came to no end');
  }

  /** Does what the worker does, in this process: with these changes of the platform, for the last time. */
  async write(
    id: string,
    changes: Partial<Platform> = {},
    run: { retry: number; signal: AbortSignal } = { retry: 99, signal: new AbortController().signal },
  ): Promise<SafeExport> {
    await writeExport({ ...this.test.platform, ...changes }, { safeId: this.owner.safeId, exportId: id }, run);
    return this.get(id);
  }

  async download(id: string): Promise<Buffer> {
    const answer = await this.call('GET', `exports/${id}/content`);
    if (answer.statusCode !== 200) throw new Error(`no archive: ${answer.body}`);
    return answer.rawPayload;
  }

  /** A fresh export, written in this process, and its files by their paths. */
  async files(changes: Partial<Platform> = {}) {
    const ready = await this.write((await this.begin()).id, changes);
    return { ready, ...(await this.archive(ready.id)) };
  }

  async archive(id: string): Promise<{ zip: Buffer; files: Map<string, Buffer> }> {
    const zip = await this.download(id);
    const files = Object.entries(unzipSync(zip)).map(([name, content]) => [name, Buffer.from(content)] as const);
    return { zip, files: new Map(files) };
  }
}

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
