import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readingAntivirus } from '../../testing/people/depositor.ts';
import { Collecting, offering, testCollectors } from '../../testing/collecting/collector-steps.ts';
import { upload } from '../../testing/people/makers.ts';
import { jobsDone } from '../../testing/jobs/jobs-done.ts';
import { createTestApp, type TestApp } from '../../testing/test-app.ts';

let test: TestApp;
let camille: Collecting;
const begin = async (options: Parameters<typeof createTestApp>[0] = {}) => {
  test = await createTestApp({ antivirus: readingAntivirus, collecting: { folder: testCollectors }, ...options });
  await test.startWorker();
  camille = await Collecting.make(test, { accounts: [] });
};
beforeEach(() => begin());
afterEach(() => test.close());

const create = async (body: object): Promise<string> => (await camille.call('POST', 'collectors', body)).body.id;
const connect = async (body: object) => {
  const id = await create(body);
  return { id, ended: await camille.ended(id) };
};
const synchronise = async (id: string) => {
  test.clock.advance(61_000);
  await camille.call('POST', `collectors/${id}/synchronise`);
  return camille.ended(id);
};
const titles = async () => (await camille.documents()).items.map(({ title }) => title).toSorted();
const objects = async () => (await Array.fromAsync(test.platform.objects.list())).length;
const storedBytes = async () => {
  const { storage_used: used, storage_reserved: reserved } = await test.platform.db
    .selectFrom('safes')
    .select(['storage_used', 'storage_reserved'])
    .where('safe_id', '=', camille.owner.safeId)
    .executeTakeFirstOrThrow();
  return { used, reserved };
};
const intents = async () => (await test.platform.db.selectFrom('upload_intents').select('object_id').execute()).length;
const results = () => test.platform.db.selectFrom('collector_results').select(['result', 'runs']).execute();
const trash = (documents: string[]) => camille.call('POST', 'documents/delete', { documents, folders: [] });

const a = { identity: 'a', title: 'Avis A', fileName: 'a.pdf' };
const b = { identity: 'b', title: 'Avis B', fileName: 'b.pdf' };

describe('what a partner offers', () => {
  it('takes the room of the owner’s own, and is in the journal by the collector’s name', async () => {
    const { id } = await connect(offering([{ ...a, bytes: 500_000 }]));
    const { used, reserved } = await storedBytes();
    expect([used > 500_000, reserved]).toEqual([true, 0]);
    const { items } = (await camille.call('GET', 'user/journal')).body;
    expect(items).toContainEqual(
      expect.objectContaining({
        ...{ action: 'document.deposited', title: 'Avis A' },
        actor: { kind: 'collector', name: 'Un fournisseur' },
      }),
    );
    expect(test.platform.vault.counts.get('collecting')).toBeGreaterThan(0);
    expect((await camille.get(id)).collectedDocuments).toBe(1);
  });

  it('is skipped and reported where it is malware, no such file, or too large, and the others come', async () => {
    const large = { identity: 'large', title: 'Énorme', fileName: 'large.pdf', bytes: 100_100_000 };
    const { id, ended } = await connect(
      offering([
        { identity: 'virus', title: 'Virus', fileName: 'virus.pdf', text: 'MALWARE' },
        { identity: 'html', title: 'Page', fileName: 'page.pdf', raw: '<!doctype html><p>Connectez-vous' },
        { identity: 'exe', title: 'Programme', fileName: 'setup.exe', raw: 'MZ' },
        { identity: 'empty', title: 'Vide', fileName: 'vide.pdf', raw: '' },
        ...[large, a],
      ]),
    );
    expect(ended).toMatchObject({ status: 'ENABLED', alert: null, collectedDocuments: 1, newDocuments: 1 });
    const [first] = await camille.runs(id);
    expect(first?.skipped).toEqual([
      { title: 'Virus', code: 'MalwareDetected' },
      { title: 'Page', code: 'UnsupportedFileType' },
      { title: 'Programme', code: 'UnsupportedFileType' },
      { title: 'Vide', code: 'UnsupportedFileType' },
      { title: 'Énorme', code: 'PayloadTooLarge' },
    ]);
    expect([await objects(), (await storedBytes()).reserved]).toEqual([1, 0]);
    // A later run fetches no document that would be skipped again.
    expect(await synchronise(id)).toMatchObject({ alert: { code: 'NO_NEW_DOCUMENT' } });
    expect((await camille.runs(id))[0]?.skipped).toEqual([]);
  });

  it('is left where it fails for itself: nothing of it is kept, the others come, and it may come later', async () => {
    const cut = { ...a, bytes: 300_000, fails: true };
    const { id, ended } = await connect(offering([cut, b]));
    expect(ended).toMatchObject({ alert: null, newDocuments: 1 });
    expect([await titles(), await objects(), await intents(), (await storedBytes()).reserved]).toEqual([
      ...[['Avis B'], 1, 0, 0],
    ]);
    const { what } = offering([a, b]).credentials;
    await camille.call('PATCH', `collectors/${id}`, { credentials: { what } });
    expect(await synchronise(id)).toMatchObject({ newDocuments: 1 });
    expect(await titles()).toEqual(['Avis A', 'Avis B']);
  });

  it('is one line and a name, whatever it is called', async () => {
    await connect(
      offering([
        { identity: '1', title: '  Facture\n\u202egnp.exe ', fileName: '../../etc/passwd.pdf' },
        { identity: '2', title: '\u0007', fileName: 'C:\\Users\\x\\relevé.pdf' },
        { identity: '3', title: 'x'.repeat(300), fileName: 'long.pdf', date: '1899-01-01', type: 'PAYE' },
        { identity: '4', title: 'Facture', fileName: 'facture.pdf', type: 'FACTA' },
      ]),
    );
    const { items } = await camille.documents();
    const byTitle = new Map(items.map((item) => [item.title, item]));
    expect(byTitle.get('Facture gnp.exe')).toMatchObject({ fileName: 'passwd.pdf', type: 'AUDO' });
    expect(byTitle.get('relevé.pdf')).toMatchObject({ fileName: 'relevé.pdf' });
    // Payslips are the employer's to give.
    expect(byTitle.get('x'.repeat(200))).toMatchObject({ type: 'AUDO' });
    expect(byTitle.get('Facture')).toMatchObject({ type: 'FACTA' });
  });

  it('comes once, though it is offered twice in a run and in each run', async () => {
    const { id, ended } = await connect(offering([a, { ...a, title: 'Le même' }, b]));
    expect(ended.newDocuments).toBe(2);
    await synchronise(id);
    expect(await titles()).toEqual(['Avis A', 'Avis B']);
  });

  it('goes into the category that its owner chose, or what fits its type once that is gone', async () => {
    const made = await camille.call('POST', 'categories', { title: 'Maison' });
    const body = { ...offering([{ ...a, type: 'FACTA' }]), categoryId: made.body.id };
    const { id, ended } = await connect(body);
    expect(ended.categoryId).toBe(made.body.id);
    const [document] = (await camille.documents()).items;
    expect(document?.['categoryId']).toBe(made.body.id);
    const gone = [
      await trash([document?.id ?? '']),
      await camille.call('DELETE', `categories/${made.body.id}`, { acknowledged: true }),
    ];
    expect(gone.map(({ status }) => status)).toEqual([204, 204]);
    expect((await camille.get(id)).categoryId).toBeNull();
  });

  it('goes into the category that its owner chooses later, and what came before stays where it is', async () => {
    const { id } = await connect(offering([a]));
    const [before] = (await camille.documents()).items;
    const made = await camille.call('POST', 'categories', { title: 'Maison' });
    // The account is the same: what it offers is a secret of these collectors.
    const { credentials } = offering([b, a]);
    const changed = await camille.call('PATCH', `collectors/${id}`, { categoryId: made.body.id, credentials });
    expect([changed.status, changed.body.categoryId, changed.body.status]).toEqual([200, made.body.id, 'ENABLED']);
    expect(await synchronise(id)).toMatchObject({ newDocuments: 1 });
    const byTitle = new Map((await camille.documents()).items.map((item) => [item.title, item['categoryId']]));
    expect([byTitle.get('Avis B'), byTitle.get('Avis A')]).toEqual([made.body.id, before?.['categoryId']]);
  });
});

describe('an account with more than one run brings', () => {
  it('is brought in parts: each run ends well at its limit, leaves nothing half, and the next one goes on', async () => {
    await test.close();
    await begin({ collecting: { folder: testCollectors, limits: { documents: 3 } } });
    const offered = Array.from({ length: 8 }, (_, at) => ({
      identity: `${at}`,
      title: `Avis ${at}`,
      fileName: 'a.pdf',
    }));
    const id = await create(offering(offered));
    const brought: number[] = [];
    for (const whole of [3, 6, 8]) {
      const ended = await camille.until(id, (each) => each.status === 'ENABLED' && each.collectedDocuments === whole);
      expect([ended.alert, (await camille.runs(id))[0]?.result]).toEqual([null, 'NEW_DOCUMENTS']);
      expect([await objects(), (await storedBytes()).reserved, await intents()]).toEqual([whole, 0, 0]);
      brought.push(ended.newDocuments);
      const minutes = (new Date(ended.nextSynchronisationAt ?? '').getTime() - test.clock.now().getTime()) / 60_000;
      // It goes on soon, and by itself; once there is no more, it comes back at night.
      expect(minutes > 13 && minutes <= 15).toBe(whole < 8);
      await camille.goTo(ended.nextSynchronisationAt);
    }
    expect([brought, await titles()]).toEqual([[3, 3, 2], offered.map(({ title }) => title)]);
    expect(await camille.ended(id)).toMatchObject({ alert: { code: 'NO_NEW_DOCUMENT' }, collectedDocuments: 8 });
  });
});

describe('a safe without room', () => {
  it('ends the run with its own word, and the rest comes once there is room', async () => {
    await test.close();
    await begin({ storageLimitBytes: 1_000_000 });
    // Larger than the whole safe. The run stores several at once: it may end before or after the others are stored, and
    // some of them may find no room either, beside what the large one has taken until it is refused.
    const { id, ended } = await connect(
      offering([a, { ...b, bytes: 1_200_000 }, { ...a, identity: 'c', title: 'Avis C' }]),
    );
    expect(ended).toMatchObject({ status: 'ENABLED', alert: { code: 'TECHNICAL_ERROR' } });
    const inFirstRun = ended.collectedDocuments;
    const [first] = await camille.runs(id);
    expect(first).toMatchObject({ result: 'TECHNICAL_ERROR', newDocuments: inFirstRun });
    const skipped = first?.skipped ?? [];
    expect(skipped.length).toBeGreaterThan(0);
    expect(skipped.length).toBeLessThanOrEqual(3 - inFirstRun);
    for (const each of skipped)
      expect(each).toEqual({ title: expect.stringMatching(/^Avis [ABC]$/), code: 'UserSpaceStorageFull' });
    expect(await titles()).not.toContain('Avis B');
    expect(await titles()).toHaveLength(inFirstRun);
    await test.platform.db
      .updateTable('safes')
      .set({ storage_limit: 10_000_000 })
      .where('safe_id', '=', camille.owner.safeId)
      .execute();
    expect(await synchronise(id)).toMatchObject({ alert: null, newDocuments: 3 - inFirstRun });
    expect(await titles()).toEqual(['Avis A', 'Avis B', 'Avis C']);
  });
});

describe('what its owner did with a document', () => {
  it('is respected: what is in the trash, or destroyed, does not come back while the collector lives', async () => {
    const { id } = await connect(offering([a, b]));
    const [first, second] = (await camille.documents()).items;
    await trash([first?.id ?? '', second?.id ?? '']);
    await camille.call('POST', 'trash/delete', { documents: [first?.id], folders: [], acknowledged: true });
    expect(await synchronise(id)).toMatchObject({ alert: { code: 'NO_NEW_DOCUMENT' }, collectedDocuments: 0 });
  });

  it('counts for a new connection to the same account: what the safe or its trash holds does not come again', async () => {
    const { id } = await connect(offering([a, b, { ...a, identity: 'c', title: 'Avis C' }]));
    const { items } = await camille.documents();
    const idOf = (title: string) => items.find((item) => item.title === title)?.id ?? '';
    await trash([idOf('Avis A'), idOf('Avis B')]);
    await camille.call('POST', 'trash/delete', { documents: [idOf('Avis A')], folders: [], acknowledged: true });
    await camille.call('DELETE', `collectors/${id}`, { documents: 'KEEP' });
    const again = await connect(offering([a, b, { ...a, identity: 'c', title: 'Avis C' }]));
    // A new collector may bring again what was destroyed.
    expect([again.ended.newDocuments, await titles()]).toEqual([1, ['Avis A', 'Avis C']]);
  });
});

describe('two collectors of one account', () => {
  it('each respect what its owner destroyed, also after the other one has brought it again', async () => {
    const inFolder = (folder: string) => {
      const body = offering([a]);
      return { ...body, credentials: { ...body.credentials, folder } };
    };
    const destroy = async () => {
      const [document] = (await camille.documents()).items;
      await trash([document?.id ?? '']);
      await camille.call('POST', 'trash/delete', { documents: [document?.id], folders: [], acknowledged: true });
    };
    const one = await connect(inFolder('one'));
    await destroy();
    // It never had the document: a new one may bring it again.
    const other = await connect(inFolder('other'));
    expect([one.ended.newDocuments, other.ended.newDocuments]).toEqual([1, 1]);
    await destroy();
    for (const { id } of [one, other])
      expect(await synchronise(id)).toMatchObject({ alert: { code: 'NO_NEW_DOCUMENT' }, collectedDocuments: 0 });
  });
});

describe('what a run skips', () => {
  const refused = (count: number) =>
    Array.from({ length: count }, (_, at) => ({ identity: `${at}`, title: `Page ${at}`, fileName: 'page.exe' }));
  const remembered = async () =>
    (await test.platform.db.selectFrom('collector_documents').select('identity_tag').execute()).length;

  it('is remembered for as many documents as a run may bring: the next run goes on', async () => {
    await test.close();
    await begin({ collecting: { folder: testCollectors, limits: { documents: 3 } } });
    const { id } = await connect(offering(refused(5)));
    expect(await remembered()).toBe(3);
    await synchronise(id);
    expect(await remembered()).toBe(5);
  });

  it('leaves a place for what ends the run: its owner reads that the safe is full', async () => {
    await test.close();
    // Each document that is under way has a megabyte reserved, and several are.
    await begin({ storageLimitBytes: 15_000_000 });
    const { id } = await connect(offering([...refused(105), { ...b, bytes: 16_000_000 }]));
    const skipped = (await camille.runs(id))[0]?.skipped ?? [];
    expect([skipped.length, skipped.at(-1)]).toEqual([100, { title: 'Avis B', code: 'UserSpaceStorageFull' }]);
  });
});

describe('the end of a collector', () => {
  it('keeps its documents, or puts them into the trash', async () => {
    const kept = await connect(offering([a], 'one'));
    const trashed = await connect(offering([b], 'two'));
    expect((await camille.call('DELETE', `collectors/${kept.id}`, { documents: 'KEEP' })).status).toBe(204);
    expect((await camille.call('DELETE', `collectors/${trashed.id}`)).status).toBe(204);
    expect(await titles()).toEqual(['Avis A']);
    const { items } = (await camille.call('GET', 'trash')).body;
    expect(items).toMatchObject([{ title: 'Avis B', remainingDays: 30 }]);
    expect((await camille.call('GET', `collectors/${kept.id}`)).status).toBe(404);
  });

  it('ends its run: nothing of it comes in any more', async () => {
    const id = await create(offering([a, { ...b, hangs: true }]));
    await camille.until(id, ({ collectedDocuments }) => collectedDocuments === 1);
    expect((await camille.call('POST', `collectors/${id}/deactivate`)).body.status).toBe('DISABLED');
    await expect.poll(async () => (await camille.runs(id))[0]?.result).toBe('ENDED');
    await expect.poll(storedBytes).toMatchObject({ reserved: 0 });
    expect([await titles(), await objects(), (await camille.get(id)).status]).toEqual([['Avis A'], 1, 'DISABLED']);
    expect(await results()).toContainEqual({ result: 'ENDED', runs: 1 });
    await camille.call('POST', `collectors/${id}/activate`);
    expect(await camille.ended(id)).toMatchObject({ status: 'ENABLED', newDocuments: 1, collectedDocuments: 2 });
  });

  it('ends its run with it: what came is kept, and nothing comes after it or is left of it', async () => {
    const id = await create(offering([a, { ...b, hangs: true }]));
    await camille.until(id, ({ collectedDocuments }) => collectedDocuments === 1);
    expect((await camille.call('DELETE', `collectors/${id}`, { documents: 'KEEP' })).status).toBe(204);
    expect((await camille.call('GET', `collectors/${id}`)).status).toBe(404);
    // Its process has been ended, and its job with it.
    await jobsDone(test);
    expect([await titles(), await objects(), await intents()]).toEqual([['Avis A'], 1, 0]);
    expect((await storedBytes()).reserved).toBe(0);
    for (const table of ['collectors', 'collector_runs', 'collector_codes'] as const)
      expect([table, await test.platform.db.selectFrom(table).select('safe_id').execute()]).toEqual([table, []]);
    expect(test.logged.join('')).not.toContain('a run of a collector failed');
    expect(await results()).toEqual([{ result: 'ENDED', runs: 1 }]);
    // A new connection brings what was under way, and not again what was kept.
    expect((await connect(offering([a, b]))).ended).toMatchObject({ alert: null, newDocuments: 1 });
    expect(await titles()).toEqual(['Avis A', 'Avis B']);
  });

  it('leaves nothing of it where the safe is destroyed', async () => {
    await connect(offering([a]));
    await upload(test, camille.owner);
    const { db, clock } = test.platform;
    await camille.call('DELETE', 'user', { password: camille.owner.password, acknowledged: true });
    test.clock.advance(31 * 86_400_000);
    const { destroyDueSafes } = await import('../closing/destroy-due-safes.ts');
    expect([await destroyDueSafes(test.platform), clock.now() > new Date(0)]).toEqual([1, true]);
    for (const table of ['collectors', 'collector_runs', 'collector_codes', 'collector_documents'] as const)
      expect([table, await db.selectFrom(table).select('safe_id').execute()]).toEqual([table, []]);
  });
});
