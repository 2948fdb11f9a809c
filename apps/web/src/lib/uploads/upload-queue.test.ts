import type { Document } from '@perenne/contract/documents';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { ApiError, NetworkError } from '../api/api-error.ts';
import { giveUpUpload, uploadInParts } from './resumable-upload.ts';
import { uploadFile } from './upload.ts';
import { type Upload, UploadQueue } from './upload-queue.ts';

vi.mock('./upload.ts', () => ({ uploadFile: vi.fn<typeof uploadFile>() }));
vi.mock('./resumable-upload.ts', () => ({
  uploadInParts: vi.fn<typeof uploadInParts>(),
  giveUpUpload: vi.fn<typeof giveUpUpload>(),
}));

interface Sending {
  name: string;
  finish: (document?: Partial<Document>) => void;
  fail: (error: Error) => void;
  tell: (share: number) => void;
  /** Why it was stopped. */
  reasonOf: () => unknown;
}

const sendings: Sending[] = [];
const line = { onLine: true };

beforeEach(() => {
  sendings.length = 0;
  line.onLine = true;
  vi.stubGlobal('navigator', line);
  vi.mocked(giveUpUpload).mockReset();
  const send: typeof uploadFile = (file, options) =>
    new Promise<Document>((resolve, reject) => {
      const stop = () => reject(new DOMException('Cancelled', 'AbortError'));
      options?.signal?.addEventListener('abort', stop);
      const finish = (document: Partial<Document> = {}) => resolve(document as Document);
      const tell = options?.onProgress ?? (() => {});
      const reasonOf = () => options?.signal?.reason as unknown;
      sendings.push({ name: file.name, finish, fail: reject, tell, reasonOf });
    });
  vi.mocked(uploadFile).mockImplementation(send);
  vi.mocked(uploadInParts).mockImplementation(send);
});

const file = (name: string, size = 10): File => ({ name, size }) as File;
const alone = (files: File[]) => files.map((one) => ({ file: one }));
const settled = () => new Promise((resolve) => setTimeout(resolve));
const statesOf = (queue: UploadQueue) => queue.getSnapshot().map(({ state }: Upload) => state);

it('sends three files at once, and the next one as soon as one is over', async () => {
  const queue = new UploadQueue(() => {});
  queue.add(alone(['a.pdf', 'b.pdf', 'c.pdf', 'd.pdf', 'e.pdf'].map((name) => file(name))));
  expect(sendings.map(({ name }) => name)).toEqual(['a.pdf', 'b.pdf', 'c.pdf']);
  sendings[1]?.finish();
  await settled();
  expect(sendings.map(({ name }) => name)).toEqual(['a.pdf', 'b.pdf', 'c.pdf', 'd.pdf']);
  expect(statesOf(queue)).toEqual(['sending', 'added', 'sending', 'sending', 'waiting']);
});

it('refuses before sending what the server would refuse', () => {
  const queue = new UploadQueue(() => {});
  queue.add(alone([file('a.exe'), file('b.pdf', 0), file('c.pdf', 100_000_001), file('.pdf'), file('d.PDF')]));
  const refusals = queue.getSnapshot().map(({ refusal }) => refusal);
  expect(refusals).toEqual(['UnsupportedFileType', 'empty', 'PayloadTooLarge', 'UnsupportedFileType', undefined]);
  expect(sendings.map(({ name }) => name)).toEqual(['d.PDF']);
});

it('waits for the connection that it lost, then sends again', async () => {
  const queue = new UploadQueue(() => {});
  queue.add(alone([file('a.pdf')]));
  line.onLine = false;
  sendings[0]?.fail(new NetworkError('No answer'));
  await settled();
  expect(statesOf(queue)).toEqual(['waiting']);
  line.onLine = true;
  queue.sendNext();
  expect(sendings).toHaveLength(2);
});

it('keeps the error of a refused file, until it is tried again', async () => {
  const queue = new UploadQueue(() => {});
  queue.add(alone([file('a.pdf')]));
  const error = new ApiError(503, [{ code: 'AntimalwareUnavailable' }]);
  sendings[0]?.fail(error);
  await settled();
  expect(queue.getSnapshot()[0]).toMatchObject({ state: 'failed', error });
  queue.resume(1);
  sendings[1]?.finish({ id: 'made' });
  await settled();
  expect(queue.getSnapshot()[0]).toMatchObject({ state: 'added', document: { id: 'made' } });
});

it('takes a cancelled file off the list and gives its place to the next', async () => {
  const queue = new UploadQueue(() => {});
  queue.add(alone(['a.pdf', 'b.pdf', 'c.pdf', 'd.pdf'].map((name) => file(name))));
  queue.cancel(2);
  await settled();
  expect(queue.getSnapshot().map((upload) => upload.file.name)).toEqual(['a.pdf', 'c.pdf', 'd.pdf']);
  expect(sendings.map(({ name }) => name)).toContain('d.pdf');
});

it('tells once that all is over, whatever became of each file', async () => {
  const onIdle = vi.fn<() => void>();
  const queue = new UploadQueue(onIdle);
  queue.add(alone([file('a.pdf'), file('b.pdf')]));
  sendings[0]?.finish();
  await settled();
  expect(onIdle).not.toHaveBeenCalled();
  sendings[1]?.fail(new ApiError(507, [{ code: 'UserSpaceStorageFull' }]));
  await settled();
  expect(onIdle).toHaveBeenCalledOnce();
});

it('begins a new list with a new batch, but keeps what failed', async () => {
  const queue = new UploadQueue(() => {});
  queue.add(alone([file('a.pdf'), file('b.pdf')]));
  sendings[0]?.finish();
  sendings[1]?.fail(new NetworkError('No answer'));
  await settled();
  queue.add(alone([file('c.pdf')]));
  expect(queue.getSnapshot().map((upload) => upload.file.name)).toEqual(['b.pdf', 'c.pdf']);
});

it('holds what the safe has already, until its owner wants both', async () => {
  const onIdle = vi.fn<() => void>();
  const duplicate = { id: 'there', title: 'Bail' } as Document;
  const queue = new UploadQueue(onIdle, ({ name }) => Promise.resolve(name === 'a.pdf' ? duplicate : undefined));
  queue.add(alone([file('a.pdf'), file('b.pdf')]));
  await settled();
  expect(queue.getSnapshot()[0]).toMatchObject({ state: 'held', duplicate });
  expect(sendings.map(({ name }) => name)).toEqual(['b.pdf']);
  sendings[0]?.finish();
  await settled();
  expect(onIdle).toHaveBeenCalledOnce();
  queue.keepBoth(1);
  sendings[1]?.finish({ id: 'made' });
  await settled();
  expect(queue.getSnapshot()[0]).toMatchObject({ state: 'added', document: { id: 'made' } });
});

it('holds the second of two equal files that are added at once', async () => {
  const there: Document[] = [];
  const queue = new UploadQueue(
    () => {},
    ({ size }) => Promise.resolve(there.find((document) => document.size === size)),
  );
  queue.add(alone([file('a.pdf', 7), file('b.pdf', 8), file('copie de a.pdf', 7)]));
  await settled();
  expect(sendings.map(({ name }) => name)).toEqual(['a.pdf', 'b.pdf']);
  there.push({ id: 'made', size: 7 } as Document);
  sendings[0]?.finish({ id: 'made' });
  await settled();
  expect(statesOf(queue)).toEqual(['added', 'sending', 'held']);
  sendings[1]?.finish();
  await settled();
  queue.clear();
  expect(statesOf(queue)).toEqual(['held']);
  queue.keepBoth(3);
  expect(statesOf(queue)).toEqual(['sending']);
});

it('compares a file again whose answer was lost, since it may have come all the same', async () => {
  const stored: Document[] = [];
  const queue = new UploadQueue(
    () => {},
    async () => stored[0],
  );
  queue.add(alone([file('a.pdf')]));
  await settled();
  stored.push({ id: 'made' } as Document);
  line.onLine = false;
  sendings[0]?.fail(new NetworkError('No answer'));
  await settled();
  expect(statesOf(queue)).toEqual(['waiting']);
  line.onLine = true;
  queue.sendNext();
  await settled();
  expect([statesOf(queue), sendings.length]).toEqual([['held'], 1]);

  queue.keepBoth(1);
  await settled();
  sendings[1]?.fail(new ApiError(503, []));
  await settled();
  queue.resume(1);
  await settled();
  // Its owner wants both.
  expect([statesOf(queue), sendings.length]).toEqual([['sending'], 3]);
});

it('sends nothing of a file that was cancelled while it was compared', async () => {
  let tell: () => void = () => {};
  const compared = new Promise<undefined>((resolve) => {
    tell = () => resolve(undefined);
  });
  const queue = new UploadQueue(
    () => {},
    () => compared,
  );
  queue.add(alone([file('a.pdf')]));
  queue.cancel(1);
  tell();
  await settled();
  expect(sendings).toEqual([]);
  expect(queue.getSnapshot()).toEqual([]);
});

describe('a large file', () => {
  const large = () => file('a.pdf', 6_000_000);

  it('is paused where it is, and goes on from there', async () => {
    const queue = new UploadQueue(() => {});
    queue.add(alone([large()]));
    await settled();
    sendings[0]?.tell(0.4);
    queue.pause(1);
    expect(sendings[0]?.reasonOf()).toBe('paused');
    sendings[0]?.tell(0.5);
    await settled();
    expect(queue.getSnapshot()[0]).toMatchObject({ state: 'paused', progress: 0.4 });
    queue.clear();
    queue.resume(1);
    await settled();
    expect(queue.getSnapshot()[0]).toMatchObject({ state: 'sending', progress: 0.4 });
    sendings[1]?.finish({ id: 'made' });
    await settled();
    expect(statesOf(queue)).toEqual(['added']);
  });

  it('gives its turn to the next one while it is paused', async () => {
    const queue = new UploadQueue(() => {});
    queue.add(alone([large(), file('b.pdf'), file('c.pdf'), file('d.pdf')]));
    queue.pause(1);
    await settled();
    expect(statesOf(queue)).toEqual(['paused', 'sending', 'sending', 'sending']);
  });

  it('gives back what has come when it is cancelled, on its way or paused', async () => {
    const queue = new UploadQueue(() => {});
    queue.add(alone([large(), large()]));
    await settled();
    queue.cancel(1);
    expect(sendings[0]?.reasonOf()).toBe('cancelled');
    queue.pause(2);
    queue.cancel(2);
    await vi.waitFor(() => expect(giveUpUpload).toHaveBeenCalledOnce(), 30_000);
    expect(queue.getSnapshot()).toEqual([]);
  });

  it('keeps what it has sent while it waits for the connection', async () => {
    const queue = new UploadQueue(() => {});
    queue.add(alone([large()]));
    await settled();
    sendings[0]?.tell(0.7);
    line.onLine = false;
    sendings[0]?.fail(new NetworkError('No answer'));
    await settled();
    expect(queue.getSnapshot()[0]).toMatchObject({ state: 'waiting', progress: 0.7 });
  });
});
