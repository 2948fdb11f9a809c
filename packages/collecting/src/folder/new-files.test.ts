import { describe, expect, it } from 'vitest';
import { DocumentFailure } from '../failures.ts';
import type { Json } from '../run.ts';
import { Folder, type NewFile, type RemoteFile } from './new-files.ts';

const fileOf = (name: string, more: Partial<RemoteFile> = {}): RemoteFile => ({
  ...{ path: `f/${name}`, name, sizeBytes: 10, modifiedAt: new Date('2026-10-01T10:00:00Z') },
  ...more,
});
const many = Array.from({ length: 5_000 }, (_, at) => fileOf(`${at}.pdf`));

/** Makes a visit: returns its offers, and how often it asked whether a document is known. */
async function visit(files: readonly RemoteFile[], remembered: Json, known: Set<string>, since: string | null = null) {
  const folder = new Folder(files, remembered);
  let asked = 0;
  const isKnown = async (identity: string) => {
    asked += 1;
    return known.has(identity);
  };
  const found: NewFile[] = [];
  for await (const file of folder.newFiles({ since, isKnown })) {
    found.push(file);
    known.add(file.identity);
  }
  return { found: found.map(({ name }) => name), files: found, asked, memory: folder.memory(), folder };
}

describe('a folder', () => {
  it('of 5,000 files is remembered in a few kilobytes, and its difference is some files', async () => {
    const known = new Set<string>();
    const first = await visit(many, null, known);
    expect(first.found).toHaveLength(5_000);
    expect(JSON.stringify(first.memory).length).toBeLessThan(8_000);
    expect(await visit(many.toReversed(), first.memory, known)).toMatchObject({ found: [], asked: 0 });
    const second = await visit([...many, fileOf('new.pdf')], first.memory, known);
    expect(second.found).toEqual(['new.pdf']);
    expect(second.asked).toBeLessThan(50);
  });

  it('has a file that changes as another, and one that goes and comes back as the same', async () => {
    const known = new Set<string>();
    const [a, b] = [fileOf('a.pdf'), fileOf('b.pdf')];
    const { memory } = await visit([a, b], null, known);
    for (const changed of [
      { sizeBytes: 11 },
      { modifiedAt: new Date('2026-10-02') },
      { modifiedAt: null, version: '"2"' },
    ])
      expect((await visit([{ ...a, ...changed }, b], memory, known)).found).toEqual(['a.pdf']);
    const without = await visit([b], memory, known);
    expect((await visit([a, b], without.memory, known)).found).toEqual([]);
  });

  it('is offered the newest first, from the day that its owner wants', async () => {
    const days = ['2026-09-30T23:59:59Z', '2026-10-01T00:00:00Z', '2026-10-02T00:00:00Z'];
    const files = days.map((day) => fileOf(`${day.slice(0, 10)}.pdf`, { modifiedAt: new Date(day) }));
    expect((await visit(files, null, new Set(), '2026-10-01')).found).toEqual(['2026-10-02.pdf', '2026-10-01.pdf']);
  });

  it('has what could not be read looked at again', async () => {
    const first = await visit([fileOf('a.pdf')], null, new Set());
    for (const file of first.files) first.folder.leave(file);
    expect((await visit([fileOf('a.pdf')], first.folder.memory(), new Set())).found).toEqual(['a.pdf']);
  });

  const failing = async function* (): AsyncGenerator<Uint8Array> {
    yield Buffer.from('%PDF');
    throw new DocumentFailure('PARTNER_UNAVAILABLE', 'it is locked');
  };
  const readAll = async ({ folder, files }: { folder: Folder; files: readonly NewFile[] }) => {
    for (const file of files) await expect(Array.fromAsync(folder.read(file, failing()))).rejects.toThrow('locked');
    return () => folder.memory();
  };

  it('is a failure where not one of the files that are wanted can be read', async () => {
    const files = [fileOf('a.pdf'), fileOf('b.pdf'), fileOf('old.pdf', { modifiedAt: new Date('2020-01-01') })];
    expect(await readAll(await visit(files, null, new Set(), '2026-01-01'))).toThrow('locked');
  });

  it('is none where a file can be read, or could before', async () => {
    const known = new Set<string>();
    await visit([fileOf('b.pdf')], null, known);
    const second = await visit([fileOf('a.pdf'), fileOf('b.pdf')], null, known);
    expect(second.found).toEqual(['a.pdf']);
    expect((await readAll(second))()).toEqual((await visit([fileOf('b.pdf')], null, known)).memory);
  });

  it.each([null, 'x', 7, {}, [1, 2], Array(600).fill('x')])(
    'forgets nothing for a memory that is none: %j',
    async (memory) => {
      expect((await visit([fileOf('a.pdf')], memory, new Set())).found).toEqual(['a.pdf']);
    },
  );
});
