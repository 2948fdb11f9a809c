import type { Duplex } from 'node:stream';
import { CollectingError, DocumentFailure } from '@perenne/collecting/failures';
import { isDocumentName, isVisibleFolder } from '@perenne/collecting/folder/file-names';
import type { NewFile, RemoteFile } from '@perenne/collecting/folder/new-files';
import type { Run } from '@perenne/collecting/run';
import ssh2, { type Client, type FileEntryWithStats, type SFTPWrapper } from 'ssh2';
import { signIn } from './sign-in.ts';

/** A callback of the library, which the loss of the connection answers too. */
type Begin<T> = (done: (error: Error | null | undefined, value: T) => void) => void;
type Ask = <T>(begin: Begin<T>) => Promise<T>;

const foldersDeep = 8;
const entriesAtMost = 50_000;
/** A server gives some hundred names an answer: asked one by one, a large folder would take a round trip for each. */
const asksAtOnce = [1, 8, 64];

const readBytes = 32_768;
const readsAtOnce = 16;

/** Status codes of the protocol (draft-ietf-secsh-filexfer-02, 7). */
const status = { endOfFile: 1, noSuchFile: 2, permissionDenied: 3 };

/** Null where the server does not say it, whatever the types of the library say. */
const dateOf = ({ mtime }: { mtime: number | undefined }): Date | null =>
  mtime === undefined ? null : new Date(mtime * 1_000);

const codeOf = (error: unknown): unknown => (error instanceof Error && 'code' in error ? error.code : undefined);

/**
 * Signs in to the server, once it has shown the key that is expected, or any at the first connection.
 * @throws {CollectingError} HOST_KEY_CHANGED, CREDENTIALS_INVALID, PASSWORD_EXPIRED, PARTNER_UNAVAILABLE, PARTNER_CHANGED
 */
export async function openSession(run: Run, expectedKey: string | undefined): Promise<Session> {
  const { credentials } = run;
  const socket = await run.connect({
    ...{ host: String(credentials['host']), port: Number(credentials['port'] ?? 22), security: 'plain' },
  });
  const client = new ssh2.Client();
  const keepKey = (shown: string) => run.rememberNow({ hostKey: shown });
  const hostKey = await signIn(client, { socket, credentials, expectedKey, keepKey });
  const ask = askOver(client, socket);
  try {
    const sftp = await ask<SFTPWrapper>((done) => client.sftp(done));
    return new Session({ client, sftp, ask, hostKey });
  } catch (cause) {
    client.destroy();
    if (cause instanceof CollectingError) throw cause;
    throw new CollectingError('PARTNER_CHANGED', 'the server has no file transfer', { cause });
  }
}

function askOver(client: Client, socket: Duplex): Ask {
  const lost = Promise.withResolvers<never>();
  const lose = (cause?: Error) =>
    lost.reject(new CollectingError('PARTNER_UNAVAILABLE', 'the connection is lost', { cause }));
  // A connection may be lost while nothing is asked; the next question is refused by it.
  lost.promise.catch(() => {});
  client.on('error', lose).on('close', () => lose());
  socket.on('close', () => lose());
  return <T>(begin: Begin<T>) => {
    const { promise, resolve, reject } = Promise.withResolvers<T>();
    begin((error, value) => (error ? reject(error) : resolve(value)));
    return Promise.race([promise, lost.promise]);
  };
}

type Opened = { chunks(): AsyncGenerator<Uint8Array>; close(): Promise<void> };
type Parts = { client: Client; sftp: SFTPWrapper; ask: Ask; hostKey: string };

export class Session {
  /** SHA-256, as OpenSSH writes it. */
  readonly hostKey: string;
  readonly #client: Client;
  readonly #sftp: SFTPWrapper;
  readonly #ask: Ask;

  constructor({ client, sftp, ask, hostKey }: Parts) {
    this.hostKey = hostKey;
    this.#client = client;
    this.#sftp = sftp;
    this.#ask = ask;
  }

  end(): void {
    this.#client.end();
  }

  /** The documents below a folder. Links are not followed. @throws {CollectingError} FOLDER_NOT_FOUND */
  async listFiles(root: string): Promise<RemoteFile[]> {
    const files: RemoteFile[] = [];
    let left = entriesAtMost;
    const visit = async (folder: string, depth: number): Promise<void> => {
      const entries = await this.#listFolder(folder, { isRoot: depth === 0, most: left });
      left -= entries.length;
      for (const { filename: name, attrs } of entries) {
        const path = folder === '.' ? name : `${folder === '/' ? '' : folder}/${name}`;
        if (attrs.isFile() && isDocumentName(name))
          files.push({ path, name, sizeBytes: attrs.size ?? null, modifiedAt: dateOf(attrs) });
        if (attrs.isDirectory() && isVisibleFolder(name) && depth < foldersDeep) await visit(path, depth + 1);
      }
    };
    await visit(root, 0);
    return files;
  }

  async #listFolder(folder: string, { isRoot, most }: { isRoot: boolean; most: number }) {
    let handle: Buffer;
    try {
      handle = await this.#ask<Buffer>((done) => this.#sftp.opendir(folder, done));
    } catch (cause) {
      if (cause instanceof CollectingError) throw cause;
      if (isRoot) throw new CollectingError('FOLDER_NOT_FOUND', 'the folder cannot be opened', { cause });
      // One that this account may not look into, or that went meanwhile.
      return [];
    }
    try {
      return await this.#readEntries(handle, most);
    } finally {
      await this.#close(handle);
    }
  }

  async #readEntries(handle: Buffer, most: number): Promise<FileEntryWithStats[]> {
    const entries: FileEntryWithStats[] = [];
    for (let wave = 0; ; wave += 1) {
      const asks = Array.from({ length: asksAtOnce[wave] ?? 64 }, () => this.#readSome(handle));
      const answers = await Promise.all(asks);
      for (const answer of answers) entries.push(...(answer ?? []));
      if (entries.length > most) throw new CollectingError('PARTNER_CHANGED', 'the folder has no end');
      if (answers.includes(null)) return entries;
    }
  }

  /** Null at the end. */
  async #readSome(handle: Buffer): Promise<FileEntryWithStats[] | null> {
    try {
      // By a handle the library asks once.
      return await this.#ask<FileEntryWithStats[]>((done) => this.#sftp.readdir(handle, done));
    } catch (error) {
      if (codeOf(error) === status.endOfFile) return null;
      throw error;
    }
  }

  /** Null where this account may not read the file, or it went meanwhile; a failure where the server cannot open it now. */
  async openFile(file: NewFile): Promise<Opened | DocumentFailure | null> {
    let handle: Buffer;
    try {
      handle = await this.#ask<Buffer>((done) => this.#sftp.open(file.path, 'r', done));
    } catch (error) {
      const code = codeOf(error);
      if (code === status.noSuchFile || code === status.permissionDenied) return null;
      return failureOf(error);
    }
    return { chunks: () => this.#read(handle, file), close: () => this.#close(handle) };
  }

  /** @throws {DocumentFailure} the file cannot be read, or changes while it is read; {CollectingError} PARTNER_UNAVAILABLE */
  async *#read(handle: Buffer, file: RemoteFile): AsyncGenerator<Uint8Array> {
    try {
      yield* this.#readAll(handle, file);
    } catch (error) {
      throw failureOf(error);
    }
  }

  async *#readAll(handle: Buffer, { sizeBytes, modifiedAt }: RemoteFile): AsyncGenerator<Uint8Array> {
    if (sizeBytes === null) throw new DocumentFailure('PARTNER_UNAVAILABLE', 'a file has no size');
    const pending: Promise<Uint8Array>[] = [];
    for (let at = 0; at < sizeBytes || pending.length > 0;) {
      while (at < sizeBytes && pending.length < readsAtOnce) {
        const piece = this.#readPiece(handle, at, Math.min(readBytes, sizeBytes - at));
        // A caller that stops reading leaves some pieces unawaited.
        piece.catch(() => {});
        pending.push(piece);
        at += readBytes;
      }
      const piece = await pending.shift();
      if (piece) yield piece;
    }
    const now = await this.#ask<{ size: number; mtime: number }>((done) => this.#sftp.fstat(handle, done));
    if (now.size !== sizeBytes || dateOf(now)?.getTime() !== modifiedAt?.getTime())
      throw new DocumentFailure('PARTNER_UNAVAILABLE', 'a file is being written');
  }

  async #readPiece(handle: Buffer, position: number, length: number): Promise<Uint8Array> {
    const bytes = Buffer.alloc(length);
    for (let filled = 0; filled < length;) {
      const count = await this.#ask<number>((done) =>
        this.#sftp.read(handle, bytes, filled, length - filled, position + filled, done),
      );
      if (count === 0) throw new DocumentFailure('PARTNER_UNAVAILABLE', 'a file ends before its end');
      filled += count;
    }
    return bytes;
  }

  /** The server's answer to a close changes nothing for the caller, who has read. */
  async #close(handle: Buffer): Promise<void> {
    await this.#ask<void>((done) => this.#sftp.close(handle, (error) => done(error, undefined))).catch(
      (error: unknown) => {
        if (error instanceof CollectingError) throw error;
      },
    );
  }
}

/** The loss of the connection is everybody's; a refusal of the server is about one file. */
const failureOf = (error: unknown): DocumentFailure => {
  if (error instanceof DocumentFailure) return error;
  if (error instanceof CollectingError) throw error;
  return new DocumentFailure('PARTNER_UNAVAILABLE', 'the server does not give a file', { cause: error });
};
