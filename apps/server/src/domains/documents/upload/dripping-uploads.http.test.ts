import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import type { Antivirus } from '../../../platform/antivirus/antivirus.ts';
import { connectClamd } from '../../../platform/antivirus/clamd.ts';
import { eicar, hasClamd, startClamd, type TestClamd } from '../../../testing/servers/clamd.ts';
import { beginForm, formEnd, holdRequest, type HeldRequest } from '../../../testing/uploads/held-requests.ts';
import { makeOwner, makePdf, upload } from '../../../testing/people/makers.ts';
import { pace } from '../../../testing/pace.ts';
import { portOf } from '../../../testing/instances/port-of.ts';
import { makeLink } from '../../../testing/people/request-links.ts';
import { createTestApp, type TestApp } from '../../../testing/test-app.ts';

/** Fewer than one party may upload at once, and than the threads of the clamd of tests. */
const atOnce = 3;
/** The scans that clamd has begun. */
let begun = 0;

let clamd: TestClamd;
let t: TestApp;
beforeAll(async () => {
  if (!hasClamd) return;
  clamd = await startClamd();
  const real = connectClamd(clamd.url, { turns: { atOnce, keptMs: 1_000, waitMs: 60_000 * pace } });
  const antivirus: Antivirus = {
    ...real,
    async begin(whose) {
      const scan = await real.begin(whose);
      begun += 1;
      return scan;
    },
  };
  t = await createTestApp({ antivirus });
  await t.app.listen({ port: 0, host: '127.0.0.1' });
});
afterAll(async () => {
  if (!hasClamd) return;
  await t.close();
  await clamd.stop();
});

const content = makePdf('drips', 400_000);

/** An upload whose content comes drop by drop, once its scan may begin. */
class Dripping {
  readonly request: HeldRequest;
  isAnswered = false;
  #sent = 0;
  readonly #drip: NodeJS.Timeout;

  constructor(path: string, { token, from }: { token: string; from: string }) {
    const { head, beginning } = beginForm(path, { token, fileName: 'acte.pdf', bytes: content.length });
    this.request = holdRequest({ port: portOf(t.app.server), from, head });
    this.request.send(beginning);
    this.#send(70_000);
    this.#drip = setInterval(() => this.#send(1_000), 100);
    void this.request.status.then(() => (this.isAnswered = true));
  }

  #send(bytes: number): void {
    // The last drop never comes by itself.
    const to = Math.min(this.#sent + bytes, content.length - 1);
    this.request.send(content.subarray(this.#sent, to));
    this.#sent = to;
  }

  finish(): Promise<number> {
    clearInterval(this.#drip);
    this.request.send(content.subarray(this.#sent));
    this.request.send(formEnd);
    return this.request.status;
  }

  leave(): void {
    clearInterval(this.#drip);
    this.request.socket.destroy();
  }
}

const held: Dripping[] = [];
afterEach(async () => {
  for (const one of held.splice(0)) one.leave();
  const slots = () => t.platform.db.selectFrom('upload_slots').selectAll().execute();
  await vi.waitUntil(async () => (await slots()).length === 0, { timeout: 30_000 * pace });
});

const documentsPath = '/backend/api/v1/documents';
const filesPath = '/backend/api/v1/public/document-requests/files';

describe.runIf(hasClamd)('another person’s file, while all scans are of contents that drip', () => {
  it.each([
    ['six of one account', 6, documentsPath, async () => (await makeOwner(t)).token],
    ['four of one link', 4, filesPath, async () => makeLink(t, await makeOwner(t))],
  ])('is scanned and kept, and they go on: %s', async (_whose, count, path, makeToken) => {
    const token = await makeToken();
    const other = await makeOwner(t);
    const before = begun;
    for (let index = 0; index < count; index++) held.push(new Dripping(path, { token, from: `127.0.5.${index + 1}` }));
    await expect.poll(() => begun, { timeout: 30_000 * pace }).toBeGreaterThanOrEqual(before + atOnce);
    const kept = await upload(t, other, { content: makePdf('mine', 500_000) });
    const refused = await upload(t, other, {
      fileName: 'note.txt',
      content: Buffer.concat([Buffer.alloc(100_000, 'padding '), eicar()]),
    });
    expect([kept.statusCode, refused.statusCode]).toEqual([201, 422]);
    expect(refused.json()).toEqual({ status: 422, errors: [{ code: 'MalwareDetected', field: 'file' }] });
    expect(held.map(({ isAnswered }) => isAnswered)).toEqual(held.map(() => false));
    expect(await Promise.all(held.map((one) => one.finish()))).toEqual(held.map(() => 201));
  });
});
