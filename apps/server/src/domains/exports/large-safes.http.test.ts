import { createHash } from 'node:crypto';
import { createWriteStream, openAsBlob } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { Worker } from 'node:worker_threads';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { sayAll, type TestFile } from '../../../../verifier/src/testing/say.ts';
import { pace } from '../../testing/pace.ts';
import { Exporter } from '../../testing/people/exporter.ts';
import { hasZipTools, judge } from '../../testing/servers/outside-tools.ts';
import { createTestApp, type TestApp } from '../../testing/test-app.ts';
import { storeDocuments } from '../../testing/uploads/store-documents.ts';
import { uploadDocument, type Upload } from '../documents/upload/upload-document.ts';
import { ArchiveThread } from './archive/archive-thread.ts';

const megabyte = 1_000_000;
const largest = 100 * megabyte;
const origin = { address: '192.0.2.1', agent: 'test', browser: null };

let test: TestApp;
let path: string;
beforeAll(async () => {
  test = await createTestApp();
  path = join(test.dataFolder, 'perenne.zip');
});
afterAll(() => test.close());

/** The sentences of the verifier that are not good ones, about the archive in the file. */
async function notHolding(): Promise<string[]> {
  const roots = (await test.timestamps.roots()).map(String);
  const { certificate } = await test.platform.seals.current();
  const trusted = { name: 'confiance.pem', content: [...roots, certificate].join('\n') };
  const archive: TestFile = { name: 'perenne.zip', content: await openAsBlob(path) };
  const said = await sayAll([trusted, archive], { now: test.clock.now() });
  return said.filter((each) => !each.startsWith('holds'));
}

/** Into the file, as it comes. */
async function download({ owner: { headers } }: Exporter, id: string): Promise<void> {
  const url = `/backend/api/v1/exports/${id}/content`;
  const answer = await test.app.inject({ method: 'GET', url, headers, payloadAsStream: true });
  await pipeline(answer.stream(), createWriteStream(path));
}

/** A PDF that is never in memory as a whole. Its digest is known once it has passed. */
function largePdf(mark: string) {
  const hash = createHash('sha256');
  const chunks = async function* () {
    for (let sent = 0; sent < largest; sent += megabyte) {
      const chunk = Buffer.alloc(megabyte, `${mark} ${sent}\n`);
      if (sent === 0) chunk.write('%PDF-1.4\n');
      hash.update(chunk);
      yield chunk;
    }
  };
  return { fileName: `${mark}.pdf`, chunks: chunks(), digest: () => hash.digest('hex') };
}

describe('an export of two documents of 100 MB', () => {
  it('holds them whole, and never has one of them in memory', async () => {
    const exporter = await Exporter.make(test, []);
    const { safeId } = exporter.owner;
    const owner = { kind: 'owner', safeId, sessionId: '', tokenId: '', ...origin } as const;
    for (const pdf of [largePdf('plans'), largePdf('film')]) {
      const receive: Upload['receive'] = async (take) => ({ content: await take(pdf), fields: {} });
      const { size, sha256 } = await uploadDocument(test.platform, owner, { wantedBytes: largest, receive });
      expect([size, sha256]).toEqual([largest, pdf.digest()]);
    }
    const held = () => process.memoryUsage().arrayBuffers;
    const before = held();
    let highest = before;
    const watching = setInterval(() => (highest = Math.max(highest, held())), 10);
    const { id, sizeBytes, damaged } = await exporter.write((await exporter.begin()).id);
    clearInterval(watching);
    expect([Number(sizeBytes) > 2 * largest, damaged]).toEqual([true, []]);
    // What nothing holds any more counts until it is collected: 60 MB at times, where a whole content would be 100.
    expect(highest - before).toBeLessThan(largest);
    await download(exporter, id);
    expect(await notHolding()).toEqual([]);
  });
});

/**
 * Follows the thread of an archive while it writes: its work, and the most that this one does in one turn meanwhile. It
 * is measured in time of the processor: others use that too.
 */
function watchThread() {
  const seen = { texts: [] as string[], threadMs: 0, longestTurnMs: 0 };
  let thread: Worker | undefined;
  process.once('worker', (worker: Worker) => (thread = worker));
  const threadMs = async () => msOf((await thread?.cpuUsage()) ?? { user: 0, system: 0 });
  const msOf = ({ user, system }: { user: number; system: number }) => (user + system) / 1_000;
  const write = ArchiveThread.prototype.write;
  const spy = vi.spyOn(ArchiveThread.prototype, 'write').mockImplementation(async function* (
    this: ArchiveThread,
    asked,
  ) {
    seen.texts.push(asked.text);
    const before = await threadMs();
    let last = process.threadCpuUsage();
    const turn = () => {
      seen.longestTurnMs = Math.max(seen.longestTurnMs, msOf(process.threadCpuUsage(last)));
      last = process.threadCpuUsage();
    };
    // To look costs the thread its time, too: more often, the longer the others let it wait.
    const turning = setInterval(turn, 20);
    yield* write.call(this, asked);
    clearInterval(turning);
    turn();
    seen.threadMs += (await threadMs()) - before;
  });
  return { seen, end: () => spy.mockRestore() };
}

describe('an export of 10,000 documents', () => {
  const count = 10_000;

  let seen: ReturnType<typeof watchThread>['seen'];
  let documentCount: number;
  beforeAll(async () => {
    const exporter = await Exporter.make(test, []);
    await storeDocuments(test.platform, { safeId: exporter.owner.safeId, from: 0, count, sizeBytes: 100 });
    const watching = watchThread();
    const ready = await exporter.write((await exporter.begin()).id);
    watching.end();
    seen = watching.seen;
    documentCount = ready.documentCount;
    await download(exporter, ready.id);
  });

  it('is signed in a thread of its own, which holds no caller', () => {
    expect(seen.texts).toEqual(['manifest', 'signedInfo', 'signatures', 'asicManifest', 'asicManifest']);
    expect(seen.longestTurnMs).toBeLessThan(100 * pace);
    // An idle thread has none; to name and hash a document takes some thirty microseconds.
    expect(seen.threadMs).toBeGreaterThan(count * 0.005);
  });

  it.skipIf(!hasZipTools)('is read by others: unzip', async () => {
    expect(await judge('unzip', ['-tqq', path])).toBe('');
  });

  it('holds before the verifier', async () => {
    expect(documentCount).toBe(count);
    expect(await notHolding()).toEqual([]);
  });
});
