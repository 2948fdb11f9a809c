import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { AntivirusUnavailable } from '../../../platform/antivirus/antivirus.ts';
import type { Platform } from '../../../platform/platform.ts';
import { Collecting, offering, testCollectors } from '../../../testing/collecting/collector-steps.ts';
import { objectsWith } from '../../../testing/fakes/objects-with.ts';
import { createTestApp, type TestApp } from '../../../testing/test-app.ts';
import { performRun } from './perform-run.ts';

let test: TestApp;
let camille: Collecting;
beforeEach(async () => {
  test = await createTestApp({ collecting: { folder: testCollectors } });
  camille = await Collecting.make(test, { accounts: [] });
});
afterEach(() => test.close());

async function perform(platform: Platform, collectorId: string): Promise<void> {
  const { run_id: runId } = await platform.db
    .selectFrom('collectors')
    .select('run_id')
    .where('collector_id', '=', collectorId)
    .executeTakeFirstOrThrow();
  const key = { safeId: camille.owner.safeId, collectorId, runId: runId ?? '' };
  await performRun(platform, key, { signal: new AbortController().signal });
}

const withoutAntivirus = (platform: Platform): Platform => ({
  ...platform,
  antivirus: { ...platform.antivirus, begin: () => Promise.reject(new AntivirusUnavailable('stopped')) },
});
const withFullDisk = (platform: Platform): Platform => ({
  ...platform,
  objects: objectsWith(platform.objects, {
    put: () => Promise.reject(Object.assign(new Error('no space left on device'), { code: 'ENOSPC' })),
  }),
});

describe('a part of the server that is away', () => {
  it.each([
    ['the antivirus', withoutAntivirus],
    ['room on the disk', withFullDisk],
  ])('is no fault of a collector, which tries again for as long as it lasts: %s', async (_what, without) => {
    const { body } = await camille.call(
      'POST',
      'collectors',
      offering([{ identity: 'a', title: 'A', fileName: 'a.pdf' }]),
    );
    for (let visit = 1; visit <= 6; visit += 1) {
      await perform(without(test.platform), body.id);
      const ended = await camille.get(body.id);
      expect([visit, ended]).toEqual([
        visit,
        expect.objectContaining({
          status: 'ENABLED',
          alert: { code: 'TECHNICAL_ERROR', since: expect.any(String), retryAt: ended.nextSynchronisationAt },
        }),
      ]);
      await camille.goTo(ended.nextSynchronisationAt);
    }
    await perform(test.platform, body.id);
    expect(await camille.get(body.id)).toMatchObject({ status: 'ENABLED', alert: null, collectedDocuments: 1 });
  });
});
