import { chmod, mkdtemp, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeFolder } from './make-folder.ts';
import { StartError } from '../start-error.ts';

let base: string;
beforeAll(async () => {
  base = await mkdtemp(join(tmpdir(), 'perenne-make-folder-'));
});
afterAll(() => rm(base, { recursive: true }));

const modeOf = async (path: string): Promise<number> => (await stat(path)).mode & 0o777;

it('makes what is missing for its owner alone, and leaves what is there as it is', async () => {
  await chmod(base, 0o755);
  const path = join(base, 'above', 'below');
  await makeFolder(path);
  expect([await modeOf(base), await modeOf(join(base, 'above')), await modeOf(path)]).toEqual([0o755, 0o700, 0o700]);
  await expect(makeFolder(base)).resolves.toBeUndefined();
  expect(await modeOf(base)).toBe(0o755);
});

it('takes a link to a folder for one', async () => {
  await symlink(base, join(base, 'link'));
  await expect(makeFolder(join(base, 'link'))).resolves.toBeUndefined();
  await expect(makeFolder(join(base, 'link', 'beyond'))).resolves.toBeUndefined();
  expect((await stat(join(base, 'beyond'))).isDirectory()).toBe(true);
});

it('is made by several at the same instant', async () => {
  const path = join(base, 'race', 'to', 'it');
  await Promise.all(Array.from({ length: 20 }, () => makeFolder(path)));
  expect((await stat(path)).isDirectory()).toBe(true);
});

it('says which folder cannot be made: in place of a file, below one, where a link leads nowhere, in /proc', async () => {
  await writeFile(join(base, 'file'), '');
  await symlink(join(base, 'nowhere'), join(base, 'lost'));
  const places = [join(base, 'file'), join(base, 'file', 'below'), join(base, 'lost'), '/proc/perenne/deep'];
  for (const path of places)
    await expect(makeFolder(path)).rejects.toThrow(new StartError(`The folder ${path} cannot be made.`));
});
