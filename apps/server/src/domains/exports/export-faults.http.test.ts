import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { statusAndCode } from '../../testing/people/activation-steps.ts';
import { Exporter } from '../../testing/people/exporter.ts';
import { makePdf } from '../../testing/people/makers.ts';
import { objectsWith } from '../../testing/fakes/objects-with.ts';
import { createTestApp, type TestApp } from '../../testing/test-app.ts';
import { makeCheckpoint } from '../evidence/evidence.ts';
import { ArchiveThread } from './archive/archive-thread.ts';

let test: TestApp;
beforeEach(async () => {
  test = await createTestApp();
});
afterEach(() => test.close());

const fileOf = (id: string) => join(test.dataFolder, 'objects', id.slice(-2), id);
const objects = async () => (await Array.fromAsync(test.platform.objects.list())).sort();
const failing = (code: string) => Object.assign(new Error('the disk'), { code });
const documentsIn = (files: Map<string, Buffer>) => [...files.keys()].filter((name) => name.startsWith('documents/'));
const mailOf = (subject: string) => expect.poll(() => test.mails.find((mail) => mail.subject === subject)?.text);

async function flipByte(id: string, place: number): Promise<void> {
  const bytes = await readFile(fileOf(id));
  bytes[place < 0 ? bytes.length + place : place]! ^= 1;
  await writeFile(fileOf(id), bytes);
}

describe('a document whose stored content is damaged', () => {
  it('is absent and named, in the page, the mail and the manifest; all others come', async () => {
    const exporter = await Exporter.make(test, ['Bail']);
    const large = makePdf('large', 3_000_000);
    const [flipped, gone, cut, late] = [
      await exporter.add('Altéré'),
      await exporter.add('Perdu'),
      await exporter.add('Coupé', { content: makePdf('cut', 300_000) }),
      await exporter.add('Altéré à la fin', { content: makePdf('late', 3_000_000) }),
    ];
    await exporter.add('Grand', { content: large });
    await flipByte(flipped, 30);
    await rm(fileOf(gone));
    await writeFile(fileOf(cut), (await readFile(fileOf(cut))).subarray(0, 100_000));
    await flipByte(late, -20);

    const { ready, files } = await exporter.files();
    expect(documentsIn(files)).toEqual(['documents/Autres/Bail.pdf', 'documents/Autres/Grand.pdf']);
    expect(files.get('documents/Autres/Grand.pdf')).toEqual(large);
    const damaged = [flipped, gone, cut, late];
    expect([ready.documentCount, ready.damaged]).toEqual([6, damaged]);
    const manifest = files.get('META-INF/manifest-fnta.xml')?.toString() ?? '';
    for (const id of damaged) {
      const { sha256 } = (await exporter.call('GET', `documents/${id}`)).json<{ sha256: string }>();
      const object = manifest.slice(manifest.indexOf(`xml:id="doc-${id}"`)).split('</BinaryDataObject>')[0];
      expect(object).toContain(`<Attachment></Attachment>`);
      expect(object).toContain(Buffer.from(sha256, 'hex').toString('base64'));
      expect(files.get('LISEZMOI.html')?.toString()).toContain(id);
      expect(files.has(`preuves/${id}.json`)).toBe(false);
    }
    // Before a worker reads them, which finds the lost one as well.
    expect(test.logged.filter((line) => /cannot be exported|is not whole/.test(line))).toHaveLength(4);
    await test.startWorker();
    await mailOf('Votre export est prêt').toContain(`https://safe.example/documents?document=${flipped}`);
    const held = '2 des 6\u00a0documents de votre coffre';
    await mailOf('Votre export est prêt').toContain(held);
    expect(files.get('LISEZMOI.html')?.toString()).toContain(held);
  });
});

describe('a document whose row is damaged', () => {
  it('is named too, in the manifest by what its journal holds of its deposit; all others come', async () => {
    const exporter = await Exporter.make(test, ['Bail']);
    const id = await exporter.add('Illisible');
    const { sha256 } = (await exporter.call('GET', `documents/${id}`)).json<{ sha256: string }>();
    const spoilt = sql`set_byte(sealed, 40, get_byte(sealed, 40) # 1)`;
    await sql`update documents set sealed = ${spoilt} where document_id = ${id}`.execute(test.platform.db);

    const { ready, files } = await exporter.files();
    expect(ready).toMatchObject({ documentCount: 2, damaged: [id] });
    expect(documentsIn(files)).toEqual(['documents/Autres/Bail.pdf']);
    const manifest = files.get('META-INF/manifest-fnta.xml')?.toString() ?? '';
    const partOf = (start: string, end: string) => manifest.slice(manifest.indexOf(start)).split(end)[0];
    const object = partOf(`xml:id="doc-${id}"`, '</BinaryDataObject>');
    expect(object).toContain('<Attachment></Attachment>');
    expect(object).toContain(`>${Buffer.from(sha256, 'hex').toString('base64')}<`);
    const unit = partOf(`xml:id="unit-${id}"`, '</ArchiveUnit>');
    expect(unit).toContain('<Title>Illisible</Title>');
    expect(unit).toContain('<Status>Damaged</Status>');
  });
});

describe('a category or a folder whose name is damaged', () => {
  it('gives its documents under its identifier, with all others', async () => {
    const exporter = await Exporter.make(test, ['Bail']);
    const { db } = test.platform;
    const { category_id: id } = await db.selectFrom('categories').select('category_id').executeTakeFirstOrThrow();
    const of = { documentIds: [] as string[] };
    of.documentIds.push(await exporter.add('Contrat'));
    await db.updateTable('documents').set({ category_id: id }).where('document_id', 'in', of.documentIds).execute();
    const spoilt = sql`set_byte(sealed_title, 40, get_byte(sealed_title, 40) # 1)`;
    await sql`update categories set sealed_title = ${spoilt} where category_id = ${id}`.execute(db);
    const { ready, files } = await exporter.files();
    expect(ready).toMatchObject({ status: 'READY', documentCount: 2, damaged: [] });
    expect(documentsIn(files)).toContain(`documents/${id}/Contrat.pdf`);
    expect(documentsIn(files)).toHaveLength(2);
    expect(test.logged.filter((line) => /the name of a folder or a category is damaged/.test(line))).toHaveLength(1);
  });
});

describe('a document that is destroyed while the export runs', () => {
  it('is left out, and nothing is said of it', async () => {
    const exporter = await Exporter.make(test, ['Bail', 'Contrat']);
    const gone = await exporter.add('Détruit');
    const store = objectsWith(test.platform.objects, {
      get: async (id, range) => {
        if (id === gone) {
          await exporter.post('documents/delete', { documents: [gone], folders: [] });
          await exporter.post('documents/destroy', { documents: [gone], folders: [], acknowledged: true });
          await rm(fileOf(gone), { force: true });
        }
        return test.platform.objects.get(id, range);
      },
    });
    const { ready, files } = await exporter.files({ objects: store });
    expect(documentsIn(files)).toEqual(['documents/Autres/Bail.pdf', 'documents/Autres/Contrat.pdf']);
    expect(ready).toMatchObject({ documentCount: 2, damaged: [], progress: { done: 2, total: 2 } });
    expect(files.get('META-INF/manifest-fnta.xml')?.toString()).not.toContain(gone);
  });
});

describe('a store that fails', () => {
  it('is a failed export where the disk is full, at once, and leaves nothing', async () => {
    const exporter = await Exporter.make(test);
    const before = await objects();
    const { id } = await exporter.begin();
    const store = objectsWith(test.platform.objects, {
      put: async (_id, chunks) => {
        for await (const _chunk of chunks) throw failing('ENOSPC');
        throw new Error('nothing was to be written');
      },
    });
    const failed = await exporter.write(id, { objects: store }, { retry: 0, signal: new AbortController().signal });
    expect(failed).toMatchObject({ status: 'FAILED', failure: 'WritingTmpFileError', sha256: null });
    expect(await objects()).toEqual(before);
    expect(await test.platform.db.selectFrom('upload_intents').selectAll().execute()).toEqual([]);
    expect((await exporter.list()).allowance.remaining).toBe(5);
    expect(await exporter.journal()).toEqual(['export.failed', 'export.requested']);
    await test.startWorker();
    await mailOf('Votre export a échoué').toContain('faute de place');
    // The next one is free to begin.
    expect((await exporter.ended((await exporter.begin()).id)).status).toBe('READY');
  });

  it('is tried again where contents cannot be read, and then is a failed export', async () => {
    const exporter = await Exporter.make(test);
    const { id } = await exporter.begin();
    const broken = objectsWith(test.platform.objects, { get: () => Promise.reject(failing('EIO')) });
    const first = { retry: 0, signal: new AbortController().signal };
    await expect(exporter.write(id, { objects: broken }, first)).rejects.toThrow('the disk');
    expect((await exporter.get(id)).status).toBe('IN_PROGRESS');
    const last = await exporter.write(id, { objects: broken });
    expect(last).toMatchObject({ status: 'FAILED', failure: 'StreamExtractBytesError' });
  });

  it('ends its thread where the store takes nothing', async () => {
    const exporter = await Exporter.make(test);
    const closing = vi.spyOn(ArchiveThread.prototype, 'close');
    const away = objectsWith(test.platform.objects, { put: () => Promise.reject(failing('ECONNREFUSED')) });
    await exporter.write((await exporter.begin()).id, { objects: away });
    expect(closing).toHaveBeenCalledOnce();
    closing.mockRestore();
  });

  it('is a failed export where no content at all can be read', async () => {
    const exporter = await Exporter.make(test, ['Bail', 'Contrat']);
    for (const id of await objects()) await rm(fileOf(id));
    const failed = await exporter.write((await exporter.begin()).id);
    expect(failed).toMatchObject({ status: 'FAILED', failure: 'StreamExtractBytesError', damaged: [] });
    expect(await objects()).toEqual([]);
    const content = await exporter.call('GET', `exports/${failed.id}/content`);
    expect(statusAndCode(content)).toEqual([409, 'SafeboxExportNotReady']);
  });
});

describe('a timestamp authority', () => {
  const hour = 3_600_000;
  const isWaiting = () => test.logged.some((line) => line.includes('an export waits for a timestamp'));

  it('that is down for an hour leaves an archive that is sealed and says that it is not timestamped', async () => {
    const exporter = await Exporter.make(test);
    test.timestamps.behave('down');
    const { id } = await exporter.begin();
    const writing = exporter.write(id);
    await expect.poll(isWaiting).toBe(true);
    // The document is counted where the export next looks whether it is still wanted.
    const counted = { status: 'IN_PROGRESS', progress: { done: 1, total: 1 } };
    await expect.poll(() => exporter.get(id)).toMatchObject(counted);
    test.clock.advance(hour);
    await exporter.signIn();
    expect(await writing).toMatchObject({ status: 'READY', timestampedAt: null });
    const { files } = await exporter.archive(id);
    expect([...files.keys()].slice(-3)).toEqual([
      'META-INF/manifest-fnta.xml',
      'META-INF/signatures.xml',
      'META-INF/ASiCManifest.xml',
    ]);
    expect(files.get('META-INF/signatures.xml')?.toString()).not.toContain('EncapsulatedTimeStamp');
    // It stays so, and the next request does not count.
    expect((await exporter.list()).allowance.remaining).toBe(5);
    await test.startWorker();
    await mailOf('Votre export est prêt').toContain('n’est pas horodatée');
  });

  it('that comes back within the hour is waited for', async () => {
    const exporter = await Exporter.make(test);
    test.timestamps.behave('down');
    const { id } = await exporter.begin();
    const writing = exporter.write(id);
    await expect.poll(isWaiting).toBe(true);
    test.timestamps.behave('well');
    expect((await writing).timestampedAt).not.toBeNull();
    expect((await exporter.list()).allowance.remaining).toBe(4);
  });

  it('is asked for a checkpoint that was made for another export a moment before, too', async () => {
    const exporter = await Exporter.make(test, ['Bail']);
    await makeCheckpoint(test.platform);
    const { files } = await exporter.files();
    const [proof] = [...files].filter(([name]) => name.startsWith('preuves/'));
    expect(JSON.parse(String(proof?.[1]))).toMatchObject({
      checkpoint: { n: 1, timestamp: expect.any(String) as string },
    });
  });

  it('that is down keeps no owner waiting who ends the export', async () => {
    const exporter = await Exporter.make(test);
    const before = await objects();
    test.timestamps.behave('down');
    const { id } = await exporter.begin();
    const writing = exporter.write(id);
    // By the fourth try the pause between two has grown to four seconds.
    const tries = () => test.logged.filter((line) => line.includes('an export waits for a timestamp')).length;
    await expect.poll(tries).toBe(4);
    expect((await exporter.call('DELETE', `exports/${id}`)).statusCode).toBe(204);
    await writing;
    expect([tries(), await objects()]).toEqual([4, before]);
  });

  it.each(['slow', 'wrong digest', 'expired certificate', 'last year', 'unknown root'] as const)(
    'that answers badly stamps nothing: %s',
    async (how) => {
      const exporter = await Exporter.make(test);
      test.timestamps.behave(how);
      const { id } = await exporter.begin();
      test.clock.advance(hour);
      await exporter.write(id);
      await exporter.signIn();
      expect(await exporter.get(id)).toMatchObject({ status: 'READY', timestampedAt: null });
      expect((await exporter.list()).allowance).toEqual({ limit: 5, remaining: 5, nextAt: null });
      const { files } = await exporter.archive(id);
      expect([...files.keys()].filter((name) => name.endsWith('.tst'))).toEqual([]);
      expect(files.get('META-INF/signatures.xml')?.toString()).not.toContain('EncapsulatedTimeStamp');
    },
  );
});
