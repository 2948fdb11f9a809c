import { spawn } from 'node:child_process';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { StartError } from '../../start-error.ts';
import { startEmbeddedPostgres } from './embedded-postgres.ts';

const killedParent = `
  const { startEmbeddedPostgres } = await import(process.argv[1]);
  const { Client } = await import('pg');
  const log = { info() {}, warn() {}, error() {} };
  const { ownerUrl } = await startEmbeddedPostgres({ dataFolder: process.argv[2], log });
  const client = new Client({ connectionString: ownerUrl });
  await client.connect();
  await client.query("insert into kept values ('acknowledged before the kill')");
  process.kill(process.pid, 'SIGKILL');
`;

async function query(url: string, statement: string): Promise<unknown[]> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(statement)).rows;
  } finally {
    await client.end();
  }
}

describe('the embedded PostgreSQL', () => {
  let dataFolder: string;
  let said: string[];
  const note = (message: string) => void said.push(message);
  const log = { info: note, warn: note, error: note };
  const start = (folder = dataFolder) => startEmbeddedPostgres({ dataFolder: folder, log });
  const serverPid = async () =>
    Number((await readFile(join(dataFolder, 'postgres', 'postmaster.pid'), 'utf8')).split('\n')[0]);

  beforeAll(async () => {
    said = [];
    dataFolder = await mkdtemp(join(tmpdir(), 'perenne-embedded-'));
  });
  afterAll(() => rm(dataFolder, { recursive: true, force: true }));

  it('makes a durable database that the application’s role cannot change the shape of', async () => {
    const postgres = await start();
    try {
      await query(postgres.ownerUrl, 'create table kept (words text); grant select on kept to perenne_app');
      expect(await query(postgres.appUrl, 'select * from kept')).toEqual([]);
      await expect(query(postgres.appUrl, 'create table mine (id int)')).rejects.toThrow('permission denied');
      const settings = ['fsync', 'synchronous_commit', 'full_page_writes', 'data_checksums'];
      expect(
        await query(
          postgres.ownerUrl,
          `select current_setting(name) as state from unnest(array['${settings.join("','")}']) name`,
        ),
      ).toEqual(settings.map(() => ({ state: 'on' })));
      expect(await query(postgres.ownerUrl, 'show listen_addresses')).toEqual([{ listen_addresses: '' }]);
    } finally {
      await postgres.stop();
    }
    await expect(query(postgres.ownerUrl, 'select 1')).rejects.toThrow(/ENOENT/);
  });

  it('starts again with what it kept, after its parent was killed', async () => {
    const module = new URL('./embedded-postgres.ts', import.meta.url).href;
    const child = spawn(process.execPath, ['--input-type=module', '-e', killedParent, module, dataFolder], {
      cwd: import.meta.dirname,
      stdio: ['ignore', 'inherit', 'inherit'],
    });
    expect(await new Promise((resolve) => child.once('exit', (_code, signal) => resolve(signal)))).toBe('SIGKILL');
    const abandoned = await serverPid();

    const postgres = await start();
    expect(said).toEqual(['A PostgreSQL server is left from an earlier run: stopping it.']);
    expect(await serverPid()).not.toBe(abandoned);
    expect(await query(postgres.ownerUrl, 'select words from kept')).toEqual([
      { words: 'acknowledged before the kill' },
    ]);
    await postgres.stop();
  });

  it('comes back by itself, with its data, when it is killed under the application', async () => {
    const postgres = await start();
    await query(postgres.ownerUrl, "insert into kept values ('acknowledged before the crash')");
    said = [];
    process.kill(await serverPid(), 'SIGKILL');
    while (said.length === 0) await sleep(20);
    expect(said).toEqual(['PostgreSQL ended unexpectedly (SIGKILL): starting it again.']);
    await expect.poll(() => query(postgres.ownerUrl, 'select count(*)::int as rows from kept')).toEqual([{ rows: 2 }]);
    await postgres.stop();
  });

  it('is not misled by a record whose process number belongs to another program', async () => {
    await writeFile(join(dataFolder, 'postgres', 'postmaster.pid'), `${process.pid}\n${dataFolder}\n1\n5432\n`);
    const postgres = await start();
    expect(await query(postgres.ownerUrl, 'select count(*)::int as rows from kept')).toEqual([{ rows: 2 }]);
    await postgres.stop();
  });

  it.runIf(process.platform !== 'win32')(
    'keeps its shared memory in its folder, which goes as a whole, where a database is to be thrown away',
    async () => {
      const postgres = await startEmbeddedPostgres({ dataFolder, log, durability: 'none' });
      try {
        expect(await query(postgres.ownerUrl, 'show dynamic_shared_memory_type')).toEqual([
          { dynamic_shared_memory_type: 'mmap' },
        ]);
        expect(await readdir(join(dataFolder, 'postgres', 'pg_dynshmem'))).not.toEqual([]);
      } finally {
        await postgres.stop();
      }
    },
  );

  it('refuses, in a sentence, files that are not a database of its own version', async () => {
    const strange = join(dataFolder, 'strange');
    await mkdir(join(strange, 'postgres'), { recursive: true });
    await writeFile(join(strange, 'postgres', 'letter.txt'), 'not a database');
    await expect(start(strange)).rejects.toThrow(/not empty and holds no PostgreSQL database/);
    await writeFile(join(strange, 'postgres', 'PG_VERSION'), '15\n');
    await expect(start(strange)).rejects.toThrow(StartError);
    await expect(start(strange)).rejects.toThrow(/made by PostgreSQL 15, and this is PostgreSQL 18/);
  });
});
