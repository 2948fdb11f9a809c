import { createHash, randomBytes } from 'node:crypto';
import { chmod, chown, lstat, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { StartError } from '../../start-error.ts';
import { isSystemError } from '../../system-error.ts';
import type { Account } from './account.ts';
import type { Cluster } from './cluster.ts';

/** The address of a cluster: a Unix socket in a closed folder, or a local port with a password on Windows. */
export type Endpoint = { socketFolder: string } | { port: number; password: string };

// sun_path holds 104 bytes on macOS and 108 on Linux, and PostgreSQL adds /.s.PGSQL.5432 and its lock's suffix.
const longestSocketFolder = 80;

export async function openEndpoint(cluster: Cluster): Promise<Endpoint> {
  if (process.platform === 'win32') {
    return { port: await findFreePort(), password: await windowsPassword(cluster.folder) };
  }
  const socketFolder = await openSocketFolder(cluster.folder, cluster.account);
  // Left by a server that was killed. The folder is this cluster's alone, and its server is stopped by now.
  for (const name of ['.s.PGSQL.5432', '.s.PGSQL.5432.lock']) await rm(join(socketFolder, name), { force: true });
  return { socketFolder };
}

export async function closeEndpoint(endpoint: Endpoint): Promise<void> {
  if ('socketFolder' in endpoint) await rm(endpoint.socketFolder, { recursive: true, force: true });
}

export function urlOf(endpoint: Endpoint, role: string, database: string): string {
  if ('port' in endpoint) return `postgresql://${role}:${endpoint.password}@127.0.0.1:${endpoint.port}/${database}`;
  return `postgresql://${role}@${encodeURIComponent(endpoint.socketFolder)}/${database}`;
}

export function endpointSettings(endpoint: Endpoint): Record<string, string> {
  if ('port' in endpoint) return { listen_addresses: '127.0.0.1', port: String(endpoint.port) };
  return {
    listen_addresses: '',
    unix_socket_directories: endpoint.socketFolder,
    unix_socket_permissions: '0700',
    port: '5432',
  };
}

/** The password of the three roles on Windows, where a port replaces the socket; made once, kept beside the cluster. */
export async function windowsPassword(clusterFolder: string): Promise<string> {
  const path = `${clusterFolder}-password`;
  try {
    await writeFile(path, randomBytes(24).toString('hex'), { flag: 'wx', mode: 0o600 });
  } catch (error) {
    if (!isSystemError(error, 'EEXIST')) throw error;
  }
  return readFile(path, 'utf8');
}

async function openSocketFolder(clusterFolder: string, account: Account | undefined): Promise<string> {
  const parent = await chooseParent(account);
  const digest = createHash('sha256').update(clusterFolder).digest('hex').slice(0, 16);
  const owner = account ?? { uid: process.getuid?.() ?? 0, gid: process.getgid?.() ?? 0 };
  let folder = join(parent, `perenne-pg-${digest}`);
  if (!(await isOurs(folder, owner.uid))) folder = await mkdtemp(join(parent, 'perenne-pg-'));
  await chmod(folder, 0o700);
  await chown(folder, owner.uid, owner.gid);
  return folder;
}

/** Makes the folder; false when somebody else has put something there, which anybody may do in a temporary folder. */
async function isOurs(folder: string, ownerUid: number): Promise<boolean> {
  try {
    await mkdir(folder, { mode: 0o700 });
    return true;
  } catch (error) {
    if (!isSystemError(error, 'EEXIST')) throw error;
  }
  const found = await lstat(folder);
  return found.isDirectory() && (found.uid === ownerUid || found.uid === process.getuid?.());
}

async function chooseParent(account: Account | undefined): Promise<string> {
  for (const parent of [tmpdir(), '/tmp']) {
    const isShort = Buffer.byteLength(join(parent, 'perenne-pg-0123456789abcdef')) <= longestSocketFolder;
    if (isShort && (!account || (await isOpenToAll(parent)))) return parent;
  }
  throw new StartError('PostgreSQL’s socket needs a temporary folder with a short path, open to every account.');
}

async function isOpenToAll(path: string): Promise<boolean> {
  if (((await lstat(path)).mode & 0o001) === 0) return false;
  return path === dirname(path) || isOpenToAll(dirname(path));
}

function findFreePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
    });
  });
}
