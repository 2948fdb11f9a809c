import { CollectingError } from '@perenne/collecting/failures';
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
    if (isOutOfReach(answer)) {
      folder.leave(file);
      await drain(answer);
      continue;
    }
    const { identity, name, date } = file;
    yield {
      ...{ identity, title: titleOf(name), fileName: name, ...(date && { date }) },
      open: () => bytesOf(answer, file),
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
  const files: RemoteFile[] = [];
  let left = entriesAtMost;
  const visit = async (folder: URL, depth: number): Promise<void> => {
    const listed = await listFolder(account, folder, { isRoot: depth === 0, most: left });
    left -= listed.length;
    for (const entry of listed) {
      const place = await placeIn(account, folder, entry.href);
      if (!place) continue;
      const { url, name } = place;
      if (!entry.isFolder && isDocumentName(name)) files.push({ ...versionOf(entry), path: url.href, name });
      if (entry.isFolder && isVisibleFolder(name) && depth < foldersDeep)
        await visit(new URL(`${url.href.replace(/\/$/, '')}/`), depth + 1);
    }
  };
  await visit(root, 0);
  return files;
}

/** The date is kept when a server moves its files to another disk, its tags are not: a tag counts where no date is. */
const versionOf = ({ sizeBytes, modified, etag }: Listed): Pick<RemoteFile, 'sizeBytes' | 'modifiedAt' | 'version'> => {
  const modifiedAt = new Date(modified ?? '');
  const isDate = !Number.isNaN(modifiedAt.getTime());
  return { sizeBytes, modifiedAt: isDate ? modifiedAt : null, ...(etag && { version: etag }) };
};

async function listFolder(account: Account, url: URL, { isRoot, most }: { isRoot: boolean; most: number }) {
  const answer = await account.send('PROPFIND', url);
  if (answer.status !== 207) {
    await drain(answer);
    if (isRoot) throw failureOf(answer);
    // One that this account may not look into, or that went meanwhile.
    return [];
  }
  return readMultistatus(answer.bytes(), most);
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

/** Returns null unless the entry lies directly in the folder: a server lists the folder itself too. */
async function placeIn(
  { origin, send }: Account,
  folder: URL,
  href: string,
): Promise<{ url: URL; name: string } | null> {
  if (!URL.canParse(href, folder.href)) throw new CollectingError('PARTNER_CHANGED', 'an address cannot be understood');
  const url = new URL(href, folder.href);
  // Our parent judges whether the server may send us elsewhere, and ends the run where it may not.
  if (url.origin !== origin) await drain(await send('GET', url));
  const [here, there] = [decoded(folder.pathname), decoded(url.pathname)];
  if (here === null || !there?.startsWith(here)) return null;
  const name = there.slice(here.length).replace(/\/$/, '');
  return name === '' || name.includes('/') ? null : { url, name };
}

function decoded(path: string): string | null {
  try {
    return decodeURIComponent(path);
  } catch {
    // A name in bytes that are no UTF-8 is none that could be shown.
    return null;
  }
}

const isOutOfReach = ({ status }: HttpAnswer): boolean => status === 403 || status === 404 || status === 410;

/** A connection is used again once its answer has been read; an error's is short. */
const drain = (answer: HttpAnswer): Promise<unknown> => answer.text();

/** @throws {CollectingError} PARTNER_UNAVAILABLE where a file ends before the end that was listed */
async function* bytesOf(answer: HttpAnswer, { sizeBytes }: RemoteFile): AsyncGenerator<Uint8Array> {
  if (answer.status !== 200) throw new CollectingError('PARTNER_CHANGED', `a file answers ${answer.status}`);
  let size = 0;
  for await (const chunk of answer.bytes()) {
    size += chunk.length;
    yield chunk;
  }
  if (size !== sizeBytes) throw new CollectingError('PARTNER_UNAVAILABLE', 'a file is not as it was listed');
}
