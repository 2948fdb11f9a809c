import { beforeEach, expect, it, vi } from 'vitest';
import { ApiError, NetworkError } from '../api/api-error.ts';
import { ArchiveDownloads, type DownloadOutcome } from './archive-downloads.ts';

const archive = new Uint8Array(1_000).fill(7);
const headers = {
  'Content-Type': 'application/vnd.etsi.asic-e+zip',
  'Content-Disposition': 'attachment; filename="perenne-2026-11-24.zip"',
  ETag: '"a"',
};

const whole = () => new Response(archive, { headers: { ...headers, 'Content-Length': '1000' } });
const rest = (from: number) =>
  new Response(archive.slice(from), {
    status: 206,
    headers: { ...headers, 'Content-Length': String(1_000 - from), 'Content-Range': `bytes ${from}-999/1000` },
  });
/** An answer whose line is cut after so many bytes. */
const cut = (at: number) =>
  new Response(
    new ReadableStream({
      start: (controller) => controller.enqueue(archive.slice(0, at)),
      pull: (controller) => controller.error(new TypeError('cut')),
    }),
    { headers: { ...headers, 'Content-Length': '1000' } },
  );
const unreachable = () => Promise.reject(new NetworkError('No answer'));

type Ask = (headers?: Record<string, string>, signal?: AbortSignal) => Promise<Response>;

function makeDownloads(begin: Ask, goOn: Ask = unreachable) {
  const saved: [size: number, fileName: string][] = [];
  const outcomes: DownloadOutcome[] = [];
  const downloads = new ArchiveDownloads({
    sourceOf: () => ({ begin: (signal) => begin(undefined, signal), goOn }),
    save: ({ size }, fileName) => saved.push([size, fileName]),
  });
  downloads.onOutcome((outcome) => outcomes.push(outcome));
  return { downloads, saved, outcomes, shown: () => downloads.getSnapshot().get('1') };
}

beforeEach(() => {
  vi.stubGlobal('window', new EventTarget());
  // Pauses between two tries take no time here.
  vi.stubGlobal('setTimeout', (go: () => void) => queueMicrotask(go));
  return () => vi.unstubAllGlobals();
});

it('saves an archive under the name that its answer gives', async () => {
  const { downloads, saved, outcomes, shown } = makeDownloads(() => Promise.resolve(whole()));
  await downloads.start('1');
  expect(saved).toEqual([[1_000, 'perenne-2026-11-24.zip']]);
  expect(outcomes).toEqual([{ id: '1', state: 'saved' }]);
  expect(shown()).toEqual({ state: 'saved', progress: 1 });
});

it('keeps what has arrived when it fails, and goes on from there when it is started again', async () => {
  const goOn = vi.fn<Ask>(unreachable);
  const { downloads, saved, outcomes, shown } = makeDownloads(() => Promise.resolve(cut(450)), goOn);
  await downloads.start('1');
  expect(shown()).toMatchObject({ state: 'failed', progress: 0.45 });
  expect(outcomes).toEqual([{ id: '1', state: 'failed' }]);

  goOn.mockReset().mockResolvedValue(rest(450));
  await downloads.start('1');
  expect(goOn.mock.calls[0]?.[0]).toEqual({ Range: 'bytes=450-', 'If-Range': '"a"' });
  expect(saved).toEqual([[1_000, 'perenne-2026-11-24.zip']]);
});

it('begins anew after a refusal', async () => {
  const goOn = vi.fn<Ask>(unreachable);
  const begin = vi.fn<Ask>(() => Promise.resolve(cut(450)));
  const { downloads, shown } = makeDownloads(begin, goOn);
  await downloads.start('1');
  goOn.mockRejectedValueOnce(new ApiError(404, [{ code: 'SafeboxExportNotFound' }]));
  await downloads.start('1');
  expect(shown()).toMatchObject({ state: 'failed', progress: 0.45 });
  begin.mockResolvedValueOnce(whole());
  await downloads.start('1');
  expect(shown()).toEqual({ state: 'saved', progress: 1 });
});

it('keeps what has arrived through a refusal that passes', async () => {
  const goOn = vi.fn<Ask>(unreachable);
  const { downloads, shown } = makeDownloads(() => Promise.resolve(cut(450)), goOn);
  await downloads.start('1');
  goOn.mockReset().mockRejectedValueOnce(new ApiError(429, [{ code: 'TooManyRequests' }]));
  await downloads.start('1');
  expect(shown()).toMatchObject({ state: 'failed', progress: 0.45 });
  goOn.mockResolvedValueOnce(rest(450));
  await downloads.start('1');
  expect(goOn.mock.calls[1]?.[0]).toEqual({ Range: 'bytes=450-', 'If-Range': '"a"' });
  expect(shown()).toEqual({ state: 'saved', progress: 1 });
});

it('forgets what is cancelled: nothing is saved, nothing is told', async () => {
  let answer: (response: Response) => void = () => undefined;
  const { downloads, saved, outcomes, shown } = makeDownloads(
    () =>
      new Promise((resolve) => {
        answer = resolve;
      }),
  );
  const ended = downloads.start('1');
  expect(shown()).toEqual({ state: 'running', progress: 0 });
  downloads.cancel('1');
  answer(whole());
  await ended;
  expect({ saved, outcomes, shown: shown() }).toEqual({ saved: [], outcomes: [], shown: undefined });
});

it('starts once, however often it is asked, and stops everything with the session', async () => {
  const signals: (AbortSignal | undefined)[] = [];
  const { downloads } = makeDownloads((_, signal) => {
    signals.push(signal);
    return new Promise(() => undefined);
  });
  void downloads.start('1');
  void downloads.start('1');
  void downloads.start('2');
  expect(signals).toHaveLength(2);
  downloads.stop();
  expect(signals.map((signal) => signal?.aborted)).toEqual([true, true]);
  expect(downloads.getSnapshot().size).toBe(0);
});

it('shows progress by hundredths', async () => {
  const chunks = Array.from({ length: 1_000 }, () => new Uint8Array(1));
  const body = new ReadableStream({
    start(controller) {
      for (const chunk of chunks) controller.enqueue(chunk);
      controller.close();
    },
  });
  const response = new Response(body, { headers: { ...headers, 'Content-Length': '1000' } });
  const { downloads } = makeDownloads(() => Promise.resolve(response));
  const listener = vi.fn<() => void>();
  downloads.subscribe(listener);
  await downloads.start('1');
  expect(listener.mock.calls.length).toBeGreaterThan(90);
  expect(listener.mock.calls.length).toBeLessThan(110);
});
