import { spawn } from 'node:child_process';
import { chmod, mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openDataFolder } from './data-folder.ts';
import { StartError } from '../start-error.ts';

const holder = `
  const { openDataFolder } = await import(process.argv[1]);
  try {
    await openDataFolder(process.argv[2], 0);
    console.log('has it');
    setInterval(() => {}, 1000);
  } catch (error) {
    console.log(error.message);
  }
`;

function startHolder(folder: string) {
  const module = new URL('./data-folder.ts', import.meta.url).href;
  const child = spawn(process.execPath, ['--input-type=module', '-e', holder, module, folder], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const says = new Promise<string>((resolve) => {
    child.stdout.once('data', (chunk: Buffer) => resolve(chunk.toString().trim()));
  });
  const ended = new Promise((resolve) => child.once('exit', resolve));
  return { pid: child.pid, says, ended, kill: () => child.kill('SIGKILL') };
}

describe('the data folder', () => {
  let base: string;
  beforeAll(async () => {
    base = await mkdtemp(join(tmpdir(), 'perenne-data-folder-'));
  });
  afterAll(() => rm(base, { recursive: true }));

  it('is made for its owner alone', async () => {
    const opened = await openDataFolder(join(base, 'new', 'data'));
    expect((await stat(opened.path)).mode & 0o777).toBe(0o700);
    await opened.release();
  });

  it.skipIf(process.platform === 'win32')(
    'has a lock that nobody else reads or takes, also of an earlier release',
    async () => {
      const path = join(base, 'lock');
      const lock = join(path, 'instance.lock');
      await (await openDataFolder(path)).release();
      expect((await stat(lock)).mode & 0o777).toBe(0o600);
      await chmod(lock, 0o644);
      const opened = await openDataFolder(path);
      expect((await stat(lock)).mode & 0o777).toBe(0o600);
      await expect(openDataFolder(path, 0)).rejects.toThrow('is in use');
      await opened.release();
    },
  );

  it('refuses a second opening in one sentence that names the holder, and opens again once released', async () => {
    const path = join(base, 'twice');
    const first = await openDataFolder(path);
    await expect(openDataFolder(path, 0)).rejects.toThrow(
      new StartError(`The data folder ${first.path} is in use by another instance (process ${process.pid}).`),
    );
    await first.release();
    await (await openDataFolder(path)).release();
  });

  it('waits for an instance that is just stopping', async () => {
    const path = join(base, 'stopping');
    const first = await openDataFolder(path);
    const second = openDataFolder(path, 2000);
    await first.release();
    expect((await second).path).toBe(first.path);
    await (await second).release();
  });

  it('opens after its holder was killed', async () => {
    const path = join(base, 'killed');
    const other = startHolder(path);
    expect(await other.says).toBe('has it');
    await expect(openDataFolder(path, 0)).rejects.toThrow(`(process ${other.pid})`);
    other.kill();
    await other.ended;
    await (await openDataFolder(path)).release();
  });

  it('lets exactly one of several starts at the same instant have it', async () => {
    const path = join(base, 'race');
    const starts = [1, 2, 3, 4].map(() => startHolder(path));
    const said = await Promise.all(starts.map(({ says }) => says));
    for (const start of starts) start.kill();
    expect(said.filter((words) => words === 'has it')).toHaveLength(1);
    expect(said.filter((words) => words.includes('is in use by another instance'))).toHaveLength(3);
    await Promise.all(starts.map(({ ended }) => ended));
  });

  it('says when the folder cannot be written', async () => {
    await writeFile(join(base, 'file'), '');
    const below = join(base, 'file', 'data');
    await expect(openDataFolder(below)).rejects.toThrow(new StartError(`The data folder ${below} cannot be written.`));
  });

  it('says when the system makes no folder there, instead of trying for ever', async () => {
    for (const path of ['/proc/perenne', '/proc/perenne/data/deep'])
      await expect(openDataFolder(path)).rejects.toThrow(new StartError(`The data folder ${path} cannot be written.`));
  });

  it('says when the folder is there and takes no file, even for root', async () => {
    await expect(openDataFolder('/proc/self')).rejects.toThrow(/^The data folder \/proc\/.* cannot be written\.$/);
  });
});
