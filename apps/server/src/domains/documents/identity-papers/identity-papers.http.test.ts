import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { jobsDone } from '../../../testing/jobs/jobs-done.ts';
import { makeOwner, makePdf, upload, type TestOwner } from '../../../testing/people/makers.ts';
import { createTestApp, type TestApp } from '../../../testing/test-app.ts';
import { remindOfExpiries } from './reminders.ts';

let t: TestApp;
let owner: TestOwner;
beforeAll(async () => {
  t = await createTestApp();
});
afterAll(() => t.close());

/** Someone who signs in on that day. */
async function ownerOn(day: string, wanted: { locale?: 'fr' | 'en' } = {}): Promise<TestOwner> {
  t.clock.set(new Date(`${day}T09:00:00Z`));
  owner = await makeOwner(t, wanted);
  return owner;
}

/** The same one, on another day. */
async function signInOn(day: string): Promise<void> {
  t.clock.set(new Date(`${day}T09:00:00Z`));
  const payload = { email: owner.email, password: owner.password };
  const answer = await t.app.inject({ method: 'POST', url: '/backend/api/v1/login', payload });
  owner = { ...owner, headers: { authorization: `Bearer ${String(answer.headers['set-authorization'])}` } };
}

const call = (method: 'GET' | 'POST' | 'PATCH', path: string, payload?: object) =>
  t.app.inject({ method, url: `/backend/api/v1/${path}`, headers: owner.headers, ...(payload && { payload }) });
const get = async (id: string) => (await call('GET', `documents/${id}`)).json();
const patch = (id: string, payload: object) => call('PATCH', `documents/${id}`, payload);
const add = async (title: string, type = 'PSPR'): Promise<string> =>
  (await upload(t, owner, { fields: { title, type }, content: makePdf(title) })).json().id;
const titles = async () =>
  (await call('GET', 'identity-papers')).json().items.map(({ title }: { title: string }) => title);

async function addExpiring(expiresOn: string, type = 'PSPR'): Promise<string> {
  const id = await add(expiresOn, type);
  expect((await patch(id, { expiresOn })).statusCode).toBe(200);
  return id;
}

describe('the end of validity of a paper', () => {
  beforeAll(() => ownerOn('2026-11-21'));

  it.each(['CIDT', 'PSPR', 'PECO', 'OTHER'])(
    'is its owner’s to say for %s, to change and to take away',
    async (type) => {
      const id = await add(`paper ${type}`, type);
      expect(await get(id)).toMatchObject({ can: { setExpiry: true } });
      expect(await get(id)).not.toHaveProperty('expiresOn');
      expect((await patch(id, { expiresOn: '2031-05-04' })).json()).toMatchObject({ expiresOn: '2031-05-04' });
      expect((await patch(id, { title: 'renamed' })).json()).toMatchObject({
        expiresOn: '2031-05-04',
        title: 'renamed',
      });
      const { items } = (await call('GET', `documents?type=${type}`)).json();
      expect(items[0]).toMatchObject({ id, expiresOn: '2031-05-04' });
      expect((await patch(id, { expiresOn: null })).json()).not.toHaveProperty('expiresOn');
      expect(await get(id)).not.toHaveProperty('expiresOn');
    },
  );

  it.each([
    ['2026-02-30'],
    ['2026-13-01'],
    ['2026-1-1'],
    ['21/11/2026'],
    ['2026-11-21T00:00:00Z'],
    ['tomorrow'],
    [''],
    ['0000-01-01'],
    ['1949-12-31'],
    ['2200-01-01'],
    ['12026-01-01'],
    ["2026-01-01'; drop table documents; --"],
    [20_261_121],
    [true],
    [['2026-11-21']],
    [{ day: '2026-11-21' }],
  ])('is not %j', async (expiresOn) => {
    const id = await add('bad dates');
    const answer = await patch(id, { expiresOn });
    expect([answer.statusCode, answer.json().errors[0]]).toEqual([
      400,
      expect.objectContaining({ code: 'InvalidRequest', field: 'expiresOn' }),
    ]);
    expect(await get(id)).not.toHaveProperty('expiresOn');
  });

  it.each(['AUDO', 'CONT', 'FACT', 'FACTA', 'AECV', 'DPLM', 'ACNS', 'TSMT', 'ECJD'])(
    'is nothing to say of %s',
    async (type) => {
      const id = await add(`no paper ${type}`, type);
      expect(await get(id)).toMatchObject({ can: { setExpiry: false } });
      for (const expiresOn of ['2031-05-04', null]) {
        const answer = await patch(id, { expiresOn, title: 'half a change' });
        expect(answer.json()).toEqual({ status: 403, errors: [{ code: 'Forbidden', field: 'expiresOn' }] });
      }
      expect(await get(id)).toMatchObject({ title: `no paper ${type}` });
    },
  );

  it('goes with the type, and comes back with it', async () => {
    const id = await addExpiring('2027-01-01');
    expect((await patch(id, { type: 'AUDO' })).json()).not.toHaveProperty('expiresOn');
    expect(await titles()).not.toContain('2027-01-01');
    expect((await patch(id, { type: 'PECO' })).json()).toMatchObject({ expiresOn: '2027-01-01' });
    const other = await add('typed at once', 'AUDO');
    const both = await patch(other, { type: 'CIDT', expiresOn: '2030-02-28' });
    expect(both.json()).toMatchObject({ type: 'CIDT', expiresOn: '2030-02-28' });
  });

  it('is nobody else’s to say, nor of what is missing or in the trash', async () => {
    const id = await addExpiring('2027-02-02');
    const stranger = await makeOwner(t);
    const foreign = await t.app.inject({
      ...{ method: 'PATCH', url: `/backend/api/v1/documents/${id}`, headers: stranger.headers },
      payload: { expiresOn: '2040-01-01' },
    });
    const missing = { status: 404, errors: [{ code: 'DocumentNotFound' }] };
    expect(foreign.json()).toEqual(missing);
    expect((await patch(stranger.safeId, { expiresOn: '2040-01-01' })).json()).toEqual(missing);
    expect((await patch('nothing', { expiresOn: '2040-01-01' })).json()).toEqual(missing);
    await call('POST', 'documents/delete', { documents: [id], folders: [] });
    expect((await patch(id, { expiresOn: '2040-01-01' })).json()).toEqual(missing);
    expect(await get(id)).toMatchObject({ expiresOn: '2027-02-02', can: { setExpiry: false } });
  });

  it('stands nowhere in the database as it is', async () => {
    await addExpiring('2033-03-03');
    const rows = await t.platform.db.selectFrom('documents').selectAll().execute();
    const text = rows.map((row) => Object.values(row).map(String).join(' ')).join('\n');
    expect(text).not.toContain('2033-03-03');
    const { expected } = await t.platform.db
      .selectFrom('documents')
      .select(({ fn }) => fn.count('reminder_tag').distinct().as('expected'))
      .executeTakeFirstOrThrow();
    expect(Number(expected)).toBeGreaterThan(1);
  });
});

describe('the French identity card', () => {
  beforeAll(() => ownerOn('2026-11-21'));

  it('has its extension offered, and the date of its owner left as it is', async () => {
    const id = await addExpiring('2022-05-04', 'CIDT');
    expect(await get(id)).toMatchObject({ expiresOn: '2022-05-04', extendedUntil: '2027-05-04' });
    expect((await patch(id, { expiresOn: '2027-05-04' })).json()).not.toHaveProperty('extendedUntil');
  });

  it.each([
    ['2021-11-20', 'CIDT'],
    ['2024-01-01', 'CIDT'],
    ['2022-05-04', 'PSPR'],
  ])('is not said to be extended: %s, %s', async (expiresOn, type) => {
    expect(await get(await addExpiring(expiresOn, type))).not.toHaveProperty('extendedUntil');
  });
});

describe('papers that expire', () => {
  beforeAll(() => ownerOn('2026-11-21'));

  it('are those that are past or within six months, the earliest first', async () => {
    expect(await titles()).toEqual([]);
    for (const day of ['2027-05-21', '2027-05-22', '2020-01-01', '2026-11-21', '2035-01-01']) await addExpiring(day);
    await add('without a date');
    expect(await titles()).toEqual(['2020-01-01', '2026-11-21', '2027-05-21']);
  });

  it('are not those in the trash, nor those of another safe', async () => {
    const id = await addExpiring('2026-12-01');
    expect(await titles()).toContain('2026-12-01');
    await call('POST', 'documents/delete', { documents: [id], folders: [] });
    expect(await titles()).not.toContain('2026-12-01');
    await ownerOn('2026-11-21');
    expect(await titles()).toEqual([]);
  });
});

describe('the reminder of an expiry', () => {
  /** Leaves this owner as the only one to remind. */
  const ownerAlone = async (locale: 'fr' | 'en' = 'fr') => {
    await t.platform.db.updateTable('documents').set({ reminder_tag: null }).execute();
    await ownerOn('2026-11-21', { locale });
  };
  const mails = async () => {
    await t.startWorker();
    await jobsDone(t);
    return t.mails.filter(({ to }) => to === owner.email);
  };
  const remindOn = async (day: string) => {
    t.clock.set(new Date(`${day}T06:15:00Z`));
    return remindOfExpiries(t.platform);
  };

  it('comes three times, once each, in the language of its owner, and names nothing', async () => {
    await ownerAlone('en');
    const id = await add('Passeport de Zoé');
    await patch(id, { expiresOn: '2028-01-31' });
    const told: string[] = [];
    for (const day of ['2026-11-22', '2027-07-30', '2027-07-31', '2027-07-31', '2027-08-01', '2027-11-30'])
      if ((await remindOn(day)) > 0) told.push(day);
    for (const day of ['2027-12-01', '2028-01-24', '2028-01-25', '2028-02-01', '2028-03-01'])
      if ((await remindOn(day)) > 0) told.push(day);
    expect(told).toEqual(['2027-07-31', '2027-11-30', '2028-01-24']);
    const sent = (await mails()).toReversed().filter(({ subject }) => subject === 'A renewal to plan');
    expect(sent.map(({ text }) => /expires in ([a-z ]+)\./.exec(text)?.[1])).toEqual(
      expect.arrayContaining(['six months', 'two months', 'a week']),
    );
    expect(sent).toHaveLength(3);
    for (const { text, html, subject } of sent) {
      expect(`${subject} ${text} ${html}`).not.toMatch(/Zo|2028|01-31|January/);
      expect(text).toContain('https://safe.example/home');
    }
  });

  it('stands in the journal', async () => {
    await signInOn('2028-03-02');
    const { items } = (await call('GET', 'user/journal?kind=document')).json();
    const entries = items.filter(({ action }: { action: string }) => action === 'document.expiry-reminded');
    expect(entries).toHaveLength(3);
    expect(entries[0]).toMatchObject({ actor: { kind: 'system' }, title: 'Passeport de Zoé' });
  });

  it('is caught up after nights without a job, and told as it then is', async () => {
    await ownerAlone();
    await addExpiring('2027-08-15');
    expect(await remindOn('2027-08-10')).toBe(1);
    expect(await remindOn('2027-08-11')).toBe(0);
    const [mail] = await mails();
    expect(mail?.text).toContain('dans une semaine');
  });

  it('is told of what is over, where nobody could tell before', async () => {
    await ownerAlone();
    await addExpiring('2027-06-30');
    expect(await remindOn('2027-07-02')).toBe(1);
    const [mail] = await mails();
    expect(mail?.text).toContain('n’est plus valable');
  });

  it('follows the date, the type and the trash', async () => {
    await ownerAlone();
    const changed = await addExpiring('2028-06-15');
    await patch(changed, { expiresOn: '2030-06-15' });
    const taken = await addExpiring('2028-06-16');
    await patch(taken, { expiresOn: null });
    const retyped = await addExpiring('2028-06-17');
    await patch(retyped, { type: 'AUDO' });
    const trashed = await addExpiring('2028-06-18');
    await signInOn('2027-12-01');
    await call('POST', 'documents/delete', { documents: [trashed], folders: [] });
    expect(await remindOn('2027-12-20')).toBe(0);
    await signInOn('2027-12-21');
    const { categoryId } = await get(trashed);
    await call('POST', 'trash/restore', { documents: [trashed], folders: [], to: { categoryId } });
    expect(await remindOn('2027-12-22')).toBe(1);
    expect(await remindOn('2027-12-23')).toBe(0);
  });

  it('is sent once where two processes look at the same instant', async () => {
    await ownerAlone();
    for (const day of ['2027-09-01', '2027-09-01', '2027-09-01']) await addExpiring(day);
    t.clock.set(new Date('2027-03-01T06:15:00Z'));
    const counts = await Promise.all([1, 2, 3].map(() => remindOfExpiries(t.platform)));
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(3);
  });

  it('is for the others too where one paper cannot be opened', async () => {
    await ownerAlone();
    const broken = await addExpiring('2027-10-01');
    await addExpiring('2027-10-01');
    const { sealed } = await t.platform.db
      .selectFrom('documents')
      .select('sealed')
      .where('document_id', '=', broken)
      .executeTakeFirstOrThrow();
    await t.platform.db
      .updateTable('documents')
      .set({ sealed: Buffer.concat([sealed.subarray(0, -1), Buffer.of((sealed.at(-1) ?? 0) ^ 1)]) })
      .where('document_id', '=', broken)
      .execute();
    expect(await remindOn('2027-04-01')).toBe(1);
    expect(t.logged.join('')).toContain('an owner could not be reminded of a paper that expires');
    await t.platform.db.updateTable('documents').set({ sealed }).where('document_id', '=', broken).execute();
    expect(await remindOn('2027-04-02')).toBe(1);
  });
});
