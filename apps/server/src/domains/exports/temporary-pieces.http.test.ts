import { existsSync, readdirSync, readlinkSync } from 'node:fs';
import { mkdir, open, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Exporter } from '../../testing/people/exporter.ts';
import { makePdf } from '../../testing/people/makers.ts';
import { objectsWith } from '../../testing/fakes/objects-with.ts';
import { createTestApp, type TestApp } from '../../testing/test-app.ts';

let test: TestApp;
let folder: string;
beforeEach(async () => {
  test = await createTestApp();
  folder = join(test.dataFolder, 'temporary');
  vi.stubEnv('TMPDIR', folder);
});
afterEach(async () => {
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
  await test.close();
});

const first = () => ({ retry: 0, signal: new AbortController().signal });
const diskFull = () => Object.assign(new Error('the disk'), { code: 'ENOSPC' });
const objects = async () => (await Array.fromAsync(test.platform.objects.list())).sort();

/** An owner of a document that waits on the disk while it is read. */
async function makeOwnerOfPlans(): Promise<Exporter> {
  await mkdir(folder);
  const exporter = await Exporter.make(test, []);
  await exporter.add('Plans', { content: makePdf('Plans', 3_000_000) });
  return exporter;
}

type Handles = { appendFile(piece: Uint8Array): Promise<void> };

/** Has each piece that is appended to a file pass here before. */
async function beforeAppend(look: (piece: Uint8Array) => void): Promise<void> {
  const file = await open(join(test.dataFolder, 'any'), 'w');
  const handles = Object.getPrototypeOf(file) as Handles;
  await file.close();
  const append = handles.appendFile;
  vi.spyOn(handles, 'appendFile').mockImplementation(async function (this: Handles, piece) {
    look(piece);
    return append.call(this, piece);
  });
}

/** How many files of that folder this process holds open. */
const countOpen = (): number =>
  existsSync('/proc/self/fd') ? readdirSync('/proc/self/fd').filter((fd) => targetOf(fd).startsWith(folder)).length : 0;

/** Empty for one that was closed while the list was read. */
function targetOf(fd: string): string {
  try {
    return readlinkSync(`/proc/self/fd/${fd}`);
  } catch {
    return '';
  }
}

describe('a temporary folder that is missing', () => {
  it.each([
    ['a small safe', 1_000],
    ['a safe of large documents', 3_000_000],
  ])('is a failed export of %s, which leaves nothing and does not count', async (_safe, sizeBytes) => {
    const exporter = await Exporter.make(test, []);
    await exporter.add('Bail', { content: makePdf('Bail', sizeBytes) });
    const before = await objects();
    const { id } = await exporter.begin();
    // The folder may be there at the next try.
    await expect(exporter.write(id, {}, first())).rejects.toThrow('a temporary file could not be made');
    expect((await exporter.get(id)).status).toBe('IN_PROGRESS');
    const failed = await exporter.write(id);
    expect(failed).toMatchObject({ status: 'FAILED', failure: 'WritingTmpFileError', sha256: null, damaged: [] });
    expect([existsSync(folder), await objects()]).toEqual([false, before]);
    expect(await test.platform.db.selectFrom('upload_intents').selectAll().execute()).toEqual([]);
    expect((await exporter.list()).allowance).toEqual({ limit: 5, remaining: 5, nextAt: null });
    expect(await exporter.journal()).toEqual(['export.failed', 'export.requested']);
    await test.startWorker();
    const mail = () => test.mails.find(({ subject }) => subject === 'Votre export a échoué')?.text;
    await expect.poll(mail).toContain('L’archive n’a pas pu être écrite');
  });
});

describe('a temporary folder that is full', () => {
  it('is a failed export at once, which leaves nothing', async () => {
    const exporter = await makeOwnerOfPlans();
    const before = await objects();
    const { id } = await exporter.begin();
    await beforeAppend(() => {
      throw diskFull();
    });
    const failed = await exporter.write(id, {}, first());
    expect(failed).toMatchObject({ status: 'FAILED', failure: 'WritingTmpFileError' });
    expect([await readdir(folder), countOpen(), await objects()]).toEqual([[], 0, before]);
    expect((await exporter.list()).allowance.remaining).toBe(5);
  });
});

describe('the temporary pieces of an export', () => {
  const clear = ['%PDF-1.4', '% padding', '"canonical"', '"entries"', '<!doctype'];

  it.skipIf(process.platform === 'win32')('are sealed, and have no name', async () => {
    const exporter = await makeOwnerOfPlans();
    const [names, pieces] = [new Set<string>(), [] as Buffer[]];
    await beforeAppend((piece) => {
      for (const name of readdirSync(folder)) names.add(name);
      pieces.push(Buffer.from(piece));
    });
    const { files } = await exporter.files();
    const [kept, plain] = [Buffer.concat(pieces), Buffer.concat([...files.values()])];
    expect([...names]).toEqual([]);
    const longest = ['documents/Autres/Plans.pdf', 'journal/journal.json', 'journal/journal.html'];
    expect(kept.length).toBeGreaterThan(longest.reduce((sum, name) => sum + (files.get(name)?.length ?? 0), 0));
    const found = (bytes: Buffer) => clear.filter((text) => bytes.includes(text));
    expect([found(plain), found(kept)]).toEqual([clear, []]);
  });

  it('are gone with its end, and where its owner ends it or the store fails', async () => {
    const exporter = await makeOwnerOfPlans();
    let seen = 0;
    /** A store that does this for each chunk of the archive, while the document is open. */
    const storeWith = (work: () => unknown) =>
      objectsWith(test.platform.objects, {
        put: (id, chunks) => {
          const passing = async function* () {
            for await (const chunk of chunks) {
              seen = Math.max(seen, countOpen());
              yield chunk;
              await work();
            }
          };
          return test.platform.objects.put(id, passing());
        },
      });
    const end = (id: string) => exporter.call('DELETE', `exports/${id}`);
    const fail = () => Promise.reject(diskFull());
    for (const work of [() => {}, end, fail]) {
      const { id } = await exporter.begin();
      await exporter.write(id, { objects: storeWith(() => work(id)) }, first());
      expect((await exporter.list()).items.map(({ status }) => status)).not.toContain('IN_PROGRESS');
      expect([await readdir(folder), countOpen()]).toEqual([[], 0]);
    }
    expect(seen).toBe(process.platform === 'linux' ? 1 : 0);
  });
});
