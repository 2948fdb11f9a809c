import { chmod, chown, lchown, lstat, mkdir, open, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { StartError } from '../../start-error.ts';
import { isSystemError } from '../../system-error.ts';
import { outcomeOf, spawnOn, type Cluster } from './cluster.ts';
import { windowsPassword } from './endpoint.ts';
import type { Durability } from './settings.ts';

const majorVersion = '18';

/** Makes the cluster's files when there are none, and gives them to the account that runs it. */
export async function ensureClusterFiles(cluster: Cluster, durability: Durability): Promise<void> {
  const found = await readVersion(cluster.folder);
  if (found === undefined) return createFiles(cluster, durability);
  if (found !== majorVersion) {
    throw new StartError(
      `The database in ${cluster.folder} was made by PostgreSQL ${found}, and this is PostgreSQL ${majorVersion}.`,
    );
  }
  await giveToAccount(cluster);
}

async function readVersion(folder: string): Promise<string | undefined> {
  try {
    return (await readFile(join(folder, 'PG_VERSION'), 'utf8')).trim();
  } catch (error) {
    if (!isSystemError(error, 'ENOENT')) throw error;
  }
  const remains = await readdir(folder).catch((error: unknown) => {
    if (isSystemError(error, 'ENOENT')) return [];
    throw error;
  });
  if (remains.length > 0) throw new StartError(`The folder ${folder} is not empty and holds no PostgreSQL database.`);
  return undefined;
}

/** Under another name first: a start that is killed half-way leaves nothing that looks like a database. */
async function createFiles(cluster: Cluster, durability: Durability): Promise<void> {
  const staging = { ...cluster, folder: `${cluster.folder}.new` };
  await rm(staging.folder, { recursive: true, force: true });
  await mkdir(staging.folder, { recursive: true, mode: 0o700 });
  await chmod(staging.folder, 0o700);
  await giveToAccount(staging);
  await runInitdb(staging, await authentication(cluster.folder), durability);
  await rm(cluster.folder, { recursive: true, force: true });
  await rename(staging.folder, cluster.folder);
  if (durability === 'full') await syncFolder(dirname(cluster.folder));
}

async function runInitdb(cluster: Cluster, authentication: string[], durability: Durability): Promise<void> {
  const child = await spawnOn(cluster, 'initdb', (folder) => [
    `--pgdata=${folder}`,
    '--username=postgres',
    '--encoding=UTF8',
    '--data-checksums',
    '--no-instructions',
    // The provider built into PostgreSQL sorts alike on every system and after every upgrade.
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
    '--locale=C',
    ...authentication,
    ...(durability === 'none' ? ['--no-sync'] : []),
  ]);
  const { code, output } = await outcomeOf(child);
  await rm(passwordFile(cluster.folder), { force: true });
  if (code !== 0) throw new StartError(`PostgreSQL could not make its database: ${lastLine(output)}`);
}

/**
 * `trust` is enough on a socket in a folder of mode 0700: who can reach it is the account that owns the files.
 * A port on Windows is open to every account of the machine, so a password guards it.
 */
async function authentication(clusterFolder: string): Promise<string[]> {
  if (process.platform !== 'win32') return ['--auth=trust'];
  const path = passwordFile(`${clusterFolder}.new`);
  await writeFile(path, await windowsPassword(clusterFolder), { mode: 0o600 });
  return ['--auth=scram-sha-256', `--pwfile=${path}`];
}

const passwordFile = (clusterFolder: string) => `${clusterFolder}-superuser`;

async function giveToAccount({ folder, account }: Cluster): Promise<void> {
  if (!account || (await lstat(folder)).uid === account.uid) return;
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    await lchown(join(entry.parentPath, entry.name), account.uid, account.gid);
  }
  // The folder last: an interrupted change is seen, and made again.
  await chown(folder, account.uid, account.gid);
}

async function syncFolder(path: string): Promise<void> {
  const handle = await open(path, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

const lastLine = (output: string) => output.trim().split('\n').at(-1) ?? '';
