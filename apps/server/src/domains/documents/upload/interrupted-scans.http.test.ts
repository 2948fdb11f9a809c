import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { ScanInterrupted, type Antivirus } from '../../../platform/antivirus/antivirus.ts';
import { makeOwner, makePdf, upload, type TestOwner } from '../../../testing/people/makers.ts';
import { createTestApp, type TestApp } from '../../../testing/test-app.ts';

/** Interrupts what comes from outside after a while, and finds what says so in what is read to it again. */
const antivirus: Antivirus = {
  enabled: true,
  check: async () => {},
  begin: async (taker) => {
    const mayInterrupt = taker?.mayInterrupt === true;
    let seen = '';
    return {
      write: async (chunk) => {
        seen += Buffer.from(chunk).toString('latin1');
        if (mayInterrupt && seen.length > 100_000) throw new ScanInterrupted();
      },
      finish: async () => {
        if (mayInterrupt) throw new ScanInterrupted();
        return seen.includes('malware') ? { verdict: 'infected', signature: 'Test' } : { verdict: 'clean' };
      },
      abort: () => {
        aborted.push(mayInterrupt ? 'the first' : 'the second');
      },
    };
  },
};
const aborted: string[] = [];

let t: TestApp;
let owner: TestOwner;
beforeAll(async () => {
  t = await createTestApp({ antivirus });
  owner = await makeOwner(t);
});
afterAll(() => t.close());

const objectsOf = async () => Array.fromAsync(t.platform.objects.list());

describe('a scan that was interrupted since others waited', () => {
  it.each([2_000, 400_000])('is made again once the file is whole: %i bytes', async (bytes) => {
    const answer = await upload(t, owner, { content: makePdf('clean', bytes) });
    expect(answer.statusCode).toBe(201);
    const url = `/backend/api/v1/documents/${answer.json<{ id: string }>().id}/content`;
    expect((await t.app.inject({ url, headers: owner.headers })).rawPayload).toEqual(makePdf('clean', bytes));
  });

  it('gives its turn back where the store does not give the file', async () => {
    const get = vi.spyOn(t.platform.objects, 'get').mockRejectedValueOnce(new Error('the store'));
    aborted.length = 0;
    const answer = await upload(t, owner, { content: makePdf('clean', 400_000) });
    get.mockRestore();
    expect([answer.statusCode, aborted]).toEqual([500, ['the second', 'the first']]);
  });

  it('still finds what is infected, of which nothing stays', async () => {
    const before = await objectsOf();
    const answer = await upload(t, owner, { content: makePdf('malware', 400_000) });
    expect([answer.statusCode, answer.json().errors[0].code]).toEqual([422, 'MalwareDetected']);
    expect(await objectsOf()).toEqual(before);
  });
});
