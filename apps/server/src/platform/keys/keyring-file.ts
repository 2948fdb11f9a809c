import { randomBytes } from 'node:crypto';
import { chown, link, open, readFile, rename, rm, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { z } from 'zod';
import { hasCode, syncFolder } from '../files/durable-files.ts';
import { makeFolder } from '../files/make-folder.ts';
import { StartError } from '../start-error.ts';

const rootKeySchema = z.strictObject({
  id: z.string().regex(/^[A-Za-z0-9-]{1,64}$/),
  createdAt: z.iso.datetime(),
  secret: z.base64().refine((text) => Buffer.from(text, 'base64').length === 32),
});

const keyringSchema = z
  .strictObject({ version: z.literal(1), keys: z.array(rootKeySchema).min(1) })
  .refine((ring) => new Set(ring.keys.map((key) => key.id)).size === ring.keys.length);

type Keyring = z.infer<typeof keyringSchema>;
export type RootKey = z.infer<typeof rootKeySchema>;

/** The keys of a keyring file, the newest first. @throws {StartError} missing, malformed, or open to others */
export async function readKeyringFile(path: string): Promise<RootKey[]> {
  const ring = await readRing(path);
  return ring.keys.toSorted((a, b) => b.createdAt.localeCompare(a.createdAt));
}

/** Writes a keyring with one fresh key, unless another process wrote one in between: then that one stays. */
export async function createKeyringFile(path: string, now: Date): Promise<void> {
  await makeFolder(dirname(path));
  const staged = await stageRing(path, { version: 1, keys: [freshKey(now)] });
  try {
    // A link never replaces what is there, a rename would.
    await link(staged, path);
  } catch (error) {
    if (!hasCode(error, 'EEXIST')) throw error;
  } finally {
    await rm(staged);
  }
  await syncFolder(dirname(path));
}

/**
 * Adds a fresh root key, the current one from then on, and returns its id. Older keys stay, so that what they wrapped
 * still opens. The copy is written first: nothing is ever wrapped under a key that is in one place only.
 * @throws {StartError} the copy is the one of another keyring
 */
export async function addRootKey(path: string, { copyTo, now }: { copyTo: string; now: Date }): Promise<string> {
  const keys = await mergeWithCopy(path, copyTo);
  const newestMs = Math.max(...keys.map(({ createdAt }) => Date.parse(createdAt)));
  // The newest wraps, whatever the clock says.
  const key = freshKey(new Date(Math.max(now.getTime(), newestMs + 1)));
  for (const file of [copyTo, path]) await replaceRing(file, { version: 1, keys: [...keys, key] });
  return key.id;
}

/** Writes a copy of the keyring, with the keys that the copy already had. @throws {StartError} as `addRootKey` */
export async function copyKeyringFile(path: string, copyTo: string): Promise<void> {
  await replaceRing(copyTo, { version: 1, keys: await mergeWithCopy(path, copyTo) });
}

/** A run that was killed may have left a key in the copy alone: no key is ever dropped. */
async function mergeWithCopy(path: string, copyTo: string): Promise<RootKey[]> {
  const { keys } = await readRing(path);
  if (!(await hasKeyringFile(copyTo))) return keys;
  const copy = await readRing(copyTo);
  const known = new Set(keys.map(({ id }) => id));
  if (!copy.keys.some(({ id }) => known.has(id)))
    throw new StartError(`${copyTo} is the copy of another keyring: give another file`);
  return [...keys, ...copy.keys.filter(({ id }) => !known.has(id))];
}

/** The file stays its owner's: an operator may rotate as another account than the server's. */
async function replaceRing(path: string, ring: Keyring): Promise<void> {
  const owner = (await hasKeyringFile(path)) ? await stat(path) : null;
  const staged = await stageRing(path, ring);
  if (owner && owner.uid !== process.getuid?.()) await chown(staged, owner.uid, owner.gid);
  await rename(staged, path);
  await syncFolder(dirname(path));
}

export async function hasKeyringFile(path: string): Promise<boolean> {
  try {
    await stat(path);
    return true;
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return false;
    throw error;
  }
}

function freshKey(now: Date): RootKey {
  const id = randomBytes(8).toString('hex');
  return { id, createdAt: now.toISOString(), secret: randomBytes(32).toString('base64') };
}

async function readRing(path: string): Promise<Keyring> {
  await refuseOpenToOthers(path);
  const ring = keyringSchema.safeParse(parseJson(path, await readFile(path, 'utf8')));
  if (ring.success) return ring.data;
  // Only where it is wrong, never what is there: the file is nothing but secrets.
  const places = ring.error.issues.map((issue) => issue.path.join('.') || 'keys').join(', ');
  throw new StartError(`The keyring ${path} is malformed (${places})`);
}

async function refuseOpenToOthers(path: string): Promise<void> {
  if (!(await hasKeyringFile(path))) throw new StartError(`The keyring ${path} is missing`);
  const { mode } = await stat(path);
  // Windows has no such modes: there the folder's access list is the guard.
  if (process.platform !== 'win32' && (mode & 0o077) !== 0)
    throw new StartError(`The keyring ${path} is open to others: its mode must be 0600`);
}

function parseJson(path: string, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // JSON.parse quotes the text in its message: not to be passed on.
    throw new StartError(`The keyring ${path} is no JSON`);
  }
}

async function stageRing(path: string, ring: Keyring): Promise<string> {
  const staged = `${path}.${randomBytes(6).toString('hex')}`;
  const file = await open(staged, 'wx', 0o600);
  try {
    await file.writeFile(`${JSON.stringify(ring, null, 2)}\n`);
    await file.sync();
  } finally {
    await file.close();
  }
  return staged;
}
