import { CollectingError, DocumentFailure } from '@perenne/collecting/failures';
import { isDocumentName, isVisibleFolder, titleOf } from '@perenne/collecting/folder/file-names';
import { Folder, type RemoteFile } from '@perenne/collecting/folder/new-files';
import type { HttpAnswer } from '@perenne/collecting/http/http';
import type { CollectedDocument, Run } from '@perenne/collecting/run';
import { openAccount, type Account } from './account.ts';
import { readMultistatus, type Listed } from './multistatus.ts';

const foldersDeep = 8;
const entriesAtMost = 50_000;

/** Gives the documents of a folder and of its sub-folders, the newest first. */
export async function* collect(run: Run): AsyncGenerator<CollectedDocument> {
  const account = openAccount(run);
  const folder = new Folder(await listFiles(account, folderOf(run)), run.memory);
  for await (const file of folder.newFiles(run)) {
    const answer = await account.send('GET', new URL(file.path));
    if (answer.status !== 200) {
      folder.leave(file, fileFailureOf(answer));
      await drain(answer);
      continue;
    }
    const { identity, name, date } = file;
    yield {
      ...{ identity, title: titleOf(name), fileName: name, ...(date && { date }) },
      open: () => folder.read(file, bytesOf(answer, file)),
    };
  }
  run.remember(folder.memory());
}

/** The address that the owner typed, and the folder below it. */
function folderOf({ credentials }: Run): URL {
  const url = new URL(String(credentials['url']));
  const parts = String(credentials['folder'] ?? '')
    .split('/')
    .filter((part) => part !== '' && part !== '.' && part !== '..');
  url.pathname = [url.pathname.replace(/\/+$/, ''), ...parts.map(encodeURIComponent), ''].join('/');
  url.search = '';
  url.hash = '';
  return url;
}

async function listFiles(account: Account, root: URL): Promise<RemoteFile[]> {
  /** By their addresses: a server may list one twice. */
  const files = new Map<string, RemoteFile>();
  let left = entriesAtMost;
  const visit = async (folder: URL, depth: number): Promise<void> => {
    const { base, listed } = await listFolder(account, folder, { isRoot: depth === 0, most: left });
    left -= listed.length;
    let isIn = listed.length === 0;
    for (const entry of listed) {
      const place = await placeIn(account, base, entry.href);
      if (!place) continue;
      isIn = true;
      const { url, name } = place;
      if (!entry.isFolder && isDocumentName(name)) files.set(url.href, { ...versionOf(entry), path: url.href, name });
      if (entry.isFolder && isVisibleFolder(name) && depth < foldersDeep) await visit(asFolder(url), depth + 1);
    }
    if (!isIn) throw new CollectingError('PARTNER_CHANGED', 'the list is of another folder');
  };
  await visit(root, 0);
  return [...files.values()];
}

/** The date is kept when a server moves its files to another disk, its tags are not: a tag counts where no date is. */
const versionOf = ({ sizeBytes, modified, etag }: Listed): Pick<RemoteFile, 'sizeBytes' | 'modifiedAt' | 'version'> => {
  const modifiedAt = new Date(modified ?? '');
  const isDate = !Number.isNaN(modifiedAt.getTime());
  return { sizeBytes, modifiedAt: isDate ? modifiedAt : null, ...(etag && { version: etag }) };
};

/** Without what follows its path. */
const asFolder = (url: URL): URL => new URL(`${url.origin}${url.pathname.replace(/\/$/, '')}/`);

type Listing = {
  /** The folder's address, which the server may have sent us on to. */
  base: URL;
  listed: Listed[];
};

async function listFolder(
  account: Account,
  url: URL,
  { isRoot, most }: { isRoot: boolean; most: number },
): Promise<Listing> {
  const answer = await account.send('PROPFIND', url);
  if (answer.status !== 207) {
    await drain(answer);
    if (isRoot) throw failureOf(answer);
    // One that this account may not look into, or that went meanwhile.
    return { base: url, listed: [] };
  }
  const base = answer.url.origin === account.origin ? asFolder(answer.url) : url;
  return { base, listed: await readMultistatus(answer.bytes(), most) };
}

function failureOf({ status }: HttpAnswer): CollectingError {
  if (status === 403) return new CollectingError('CREDENTIALS_INVALID', 'the account may not read this folder');
  if (status === 404 || status === 409) return new CollectingError('FOLDER_NOT_FOUND', 'the folder is not there');
  if (status === 423 || status === 429)
    return new CollectingError('PARTNER_UNAVAILABLE', `the server answers ${status}`);
  // An address of pages, and not of files: the owner is to look at it again.
  if (status < 500) return new CollectingError('FOLDER_NOT_FOUND', `the address answers ${status} to WebDAV`);
  return new CollectingError('PARTNER_UNAVAILABLE', `the server answers ${status}`);
}

/** Returns null unless the entry lies in the folder. The folder itself, which a server lists too, has no name. */
async function placeIn(
  { origin, send }: Account,
  folder: URL,
  href: string,
): Promise<{ url: URL; name: string } | null> {
  if (!URL.canParse(href, folder.href)) throw new CollectingError('PARTNER_CHANGED', 'an address cannot be understood');
  const url = new URL(href, folder.href);
  // Our parent judges whether the server may send us elsewhere, and ends the run where it may not.
  if (url.origin !== origin) await drain(await send('GET', url));
  const [here, there] = [decoded(folder.pathname), decoded(asFolder(url).pathname)];
  if (here === null || there === null || !alike(there).startsWith(alike(here))) return null;
  return {
    url,
    name: there
      .split('/')
      .slice(here.split('/').length - 1, -1)
      .join('/'),
  };
}

/** A server may write its folders in other letters than we ask for, as its disk does. */
const alike = (path: string): string => path.normalize('NFC').toLowerCase();

function decoded(path: string): string | null {
  try {
    return decodeURIComponent(path);
  } catch {
    // A name in bytes that are no UTF-8 is none that could be shown.
    return null;
  }
}

/**
 * Undefined where this account may not read the file, or it went meanwhile.
 * @throws {CollectingError} PARTNER_UNAVAILABLE where the server wants no more questions
 */
function fileFailureOf({ status }: HttpAnswer): DocumentFailure | undefined {
  if (status === 403 || status === 404 || status === 410) return undefined;
  if (status === 429) throw new CollectingError('PARTNER_UNAVAILABLE', 'the server answers 429');
  const isForNow = status >= 500 || status === 423;
  return new DocumentFailure(isForNow ? 'PARTNER_UNAVAILABLE' : 'PARTNER_CHANGED', `a file answers ${status}`);
}

const drainedAtMost = 100_000;

/** A connection is used again once its answer has been read: that of an error is short, or not worth it. */
async function drain(answer: HttpAnswer): Promise<void> {
  let size = 0;
  try {
    for await (const chunk of answer.bytes()) if ((size += chunk.length) > drainedAtMost) return;
  } catch (error) {
    if (!(error instanceof CollectingError)) throw error;
  }
}

/** @throws {DocumentFailure} the answer is cut, or not as long as was listed */
async function* bytesOf(answer: HttpAnswer, { sizeBytes }: RemoteFile): AsyncGenerator<Uint8Array> {
  let size = 0;
  try {
    for await (const chunk of answer.bytes()) {
      size += chunk.length;
      yield chunk;
    }
  } catch (cause) {
    throw new DocumentFailure('PARTNER_UNAVAILABLE', 'a file was cut', { cause });
  }
  if (sizeBytes === null ? !hasEnd(answer) : size !== sizeBytes)
    throw new DocumentFailure('PARTNER_UNAVAILABLE', 'a file is not as it was listed');
}

/** Otherwise a connection that is lost ends an answer like any other. */
const hasEnd = ({ headers }: HttpAnswer): boolean => 'content-length' in headers || 'transfer-encoding' in headers;
