import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Collecting, collectingApp, openPartner, type TestPartner } from '../../testing/collecting/collector-steps.ts';
import { countLockWaits } from '../../testing/lock-waits.ts';
import type { TestApp } from '../../testing/test-app.ts';
import { holdSafe } from '../documents/documents.ts';
import { openCredentials } from './sealed-collector.ts';

const missing = '018f0000-0000-7000-8000-000000000000';

let partner: TestPartner;
let test: TestApp;
// Without a worker: what is created stays as it is.
beforeAll(async () => {
  partner = await openPartner();
  test = await collectingApp(partner);
});
afterAll(async () => {
  await test.close();
  await partner.close();
});

const someone = () => Collecting.make(test, partner);
const set = (id: string, columns: object) =>
  test.platform.db.updateTable('collectors').set(columns).where('collector_id', '=', id).execute();
const enabled = () => ({ status: 'ENABLED' as const, run_id: null, next_at: test.clock.now() });
const codesOf = ({ body }: { body: { errors?: Array<{ code: string; field?: string; params?: object }> } }) =>
  body.errors;

describe('the agents', () => {
  it('are told with their fields, in the language of who asks', async () => {
    const camille = await someone();
    const french = await camille.call('GET', 'collectors/agents?category=ENERGY');
    expect(french.body).toMatchObject({
      ...{ total: 1, nextCursor: null },
      items: [
        {
          ...{ id: 'lumen-energie', name: 'Lumen Énergie', category: 'ENERGY', status: 'RUNNING' },
          logo: '/backend/api/v1/collectors/agents/lumen-energie/logo',
          fields: [
            { name: 'login', type: 'email', label: 'Adresse e-mail', required: true, secret: false },
            { name: 'password', type: 'password', label: 'Mot de passe', required: true, secret: true },
          ],
        },
      ],
    });
    const english = await test.app.inject({
      url: '/backend/api/v1/collectors/agents?category=ENERGY',
      headers: { ...camille.owner.headers, 'accept-language': 'en-GB' },
    });
    expect(english.json().items[0].fields[0].label).toBe('Email address');
  });

  it('are found by name without accents, and by category', async () => {
    const camille = await someone();
    const totalOf = async (query: string) => (await camille.call('GET', `collectors/agents?${query}`)).body.total;
    expect([await totalOf('q=energie'), await totalOf('q=autre'), await totalOf('category=ENERGY')]).toEqual([1, 0, 1]);
    expect(await totalOf('category=BANK')).toBe(0);
    expect((await camille.call('GET', 'collectors/agents?category=NOTHING')).status).toBe(400);
  });

  it('say that a server at home needs a public name, where their owner types the host', async () => {
    const camille = await someone();
    for (const [language, words] of [
      ['fr', /nom public/],
      ['en', /public name/],
    ] as const) {
      const { items } = (
        await test.app.inject({
          url: '/backend/api/v1/collectors/agents?category=STORAGE',
          headers: { ...camille.owner.headers, 'accept-language': language },
        })
      ).json<{ items: Array<{ id: string; fields: Array<{ name: string; help?: string }> }> }>();
      const told = items.map(({ id, fields }) => [
        id,
        fields.find(({ name }) => name === 'host' || name === 'url')?.help,
      ]);
      expect(Object.fromEntries(told)).toEqual({
        sftp: expect.stringMatching(words),
        webdav: expect.stringMatching(words),
      });
    }
  });

  it('have logos that need no token and run nothing', async () => {
    const logo = await test.app.inject('/backend/api/v1/collectors/agents/lumen-energie/logo');
    expect([logo.statusCode, logo.headers['content-type']]).toEqual([200, 'image/svg+xml']);
    expect(logo.headers['content-security-policy']).toContain("default-src 'none'");
    expect((await test.app.inject('/backend/api/v1/collectors/agents/..%2f..%2fx/logo')).statusCode).toBe(404);
  });
});

describe('a new collector', () => {
  it('answers 201 as its GET does, without its credentials', async () => {
    const camille = await someone();
    const { status, body } = await camille.create('invoices', { since: '2020-01-01' });
    expect(status).toBe(201);
    expect(body).toMatchObject({
      ...{
        accountName: 'Électricité',
        status: 'SYNCHRONIZING',
        alert: null,
        since: '2020-01-01',
        collectedDocuments: 0,
      },
      can: { modify: false, activate: false, deactivate: true, synchronise: false, delete: true, giveCode: false },
    });
    expect((await camille.call('GET', `collectors/${body.id}`)).body).toEqual(body);
    expect((await camille.call('GET', 'collectors')).body).toEqual({ items: [body], nextCursor: null, total: 1 });
    expect(JSON.stringify(body)).not.toContain(camille.credentialsOf('invoices').login);
  });

  it.each([
    ['no password', { login: 'a@b.example' }, [['credentials.password', 'required']]],
    ['an empty login', { login: ' ', password: 'x' }, [['credentials.login', 'required']]],
    ['a login that is no address', { login: 'camille', password: 'x' }, [['credentials.login', 'email']]],
    ['a number for a text', { login: 'a@b.example', password: 7 }, [['credentials.password', 'type']]],
    ['an undeclared field', { login: 'a@b.example', password: 'x', pin: '1' }, [['credentials.pin', 'unknown']]],
    [
      'all of it',
      { pin: '1' },
      [
        ['credentials.pin', 'unknown'],
        ['credentials.login', 'required'],
        ['credentials.password', 'required'],
      ],
    ],
  ])('is refused with %s', async (_what, credentials, broken) => {
    const camille = await someone();
    const answer = await camille.create('invoices', { credentials });
    const entries = broken.map(([field, rule]) => ({ code: 'InvalidRequest', field, params: { rule } }));
    expect([answer.status, codesOf(answer)]).toEqual([400, entries]);
  });

  it('is refused without its owner’s authorisation, or with a name that is too long', async () => {
    const camille = await someone();
    expect((await camille.create('invoices', { authorised: false })).status).toBe(400);
    expect((await camille.create('invoices', { accountName: 'x'.repeat(51) })).status).toBe(400);
    expect((await camille.create('invoices', { since: '2020-13-01' })).status).toBe(400);
    expect(codesOf(await camille.create('invoices', { agentId: 'nobody' }))?.[0]?.code).toBe('AgentNotFound');
    expect(codesOf(await camille.create('invoices', { categoryId: missing }))?.[0]?.code).toBe('CategoryNotFound');
  });

  it('is refused for an account that is connected already, however it is typed', async () => {
    const camille = await someone();
    await camille.connect('invoices');
    const { login } = camille.credentialsOf('invoices');
    const again = await camille.create('invoices', {
      credentials: { login: ` ${login.toUpperCase()}`, password: 'other' },
    });
    expect([again.status, codesOf(again)?.[0]?.code]).toEqual([409, 'CollectorAlreadyExists']);
    await camille.connect('mfa');
    // Another safe may have it too.
    await (await someone()).connect('invoices');
  });

  it('is the thirtieth at most', async () => {
    const camille = await someone();
    const password = 'x';
    for (let count = 1; count <= 30; count += 1)
      await camille.connect('invoices', { credentials: { login: `${count}@lumen.example`, password } });
    const one = await camille.create('invoices');
    expect([one.status, codesOf(one)?.[0]?.code]).toEqual([409, 'CollectorLimitExceeded']);
    const first = (await camille.call('GET', 'collectors?limit=20')).body;
    const rest = (await camille.call('GET', `collectors?limit=20&cursor=${first.nextCursor}`)).body;
    expect([first.items.length, rest.items.length, rest.nextCursor, rest.total]).toEqual([20, 10, null, 30]);
  });

  it('is made once by two calls at the same instant', async () => {
    const camille = await someone();
    const both = await Promise.all([camille.create('invoices'), camille.create('invoices')]);
    expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 409]);
  });
});

describe('a collector of somebody else', () => {
  it.each([
    ['GET', ''],
    ['PATCH', ''],
    ['DELETE', ''],
    ['POST', '/activate'],
    ['POST', '/deactivate'],
    ['POST', '/synchronise'],
    ['POST', '/mfa-code'],
    ['POST', '/mfa-code/resend'],
    ['GET', '/runs'],
  ] as const)('is not found, nor is one that never was: %s %s', async (method, path) => {
    const [camille, other] = [await someone(), await someone()];
    const id = await other.connect('invoices');
    const payload = path === '/mfa-code' ? { code: '1' } : method === 'PATCH' ? {} : undefined;
    const answers = [id, missing, 'nothing'].map((each) => camille.call(method, `collectors/${each}${path}`, payload));
    for (const answer of await Promise.all(answers))
      expect([answer.status, codesOf(answer)]).toEqual([404, [{ code: 'CollectorNotFound' }]]);
    expect((await other.get(id)).status).toBe('SYNCHRONIZING');
  });
});

describe('what a collector may do in each state', () => {
  const states = { SYNCHRONIZING: () => ({}), ENABLED: enabled } as const;

  it('is busy while it synchronises', async () => {
    const camille = await someone();
    const id = await camille.connect('invoices');
    for (const path of ['activate', 'synchronise'])
      expect(codesOf(await camille.call('POST', `collectors/${id}/${path}`))).toEqual([{ code: 'CollectorBusy' }]);
    expect(codesOf(await camille.call('PATCH', `collectors/${id}`, { accountName: 'Autre' }))).toEqual([
      { code: 'CollectorBusy' },
    ]);
    expect(Object.keys(states)).toContain((await camille.get(id)).status);
  });

  it('is active already where it is enabled', async () => {
    const camille = await someone();
    const id = await camille.connect('invoices');
    await set(id, enabled());
    const again = await camille.call('POST', `collectors/${id}/activate`);
    expect([again.status, codesOf(again)]).toEqual([409, [{ code: 'CollectorBusy' }]]);
    expect((await camille.get(id)).status).toBe('ENABLED');
  });

  it('synchronises by hand once a minute', async () => {
    const camille = await someone();
    const id = await camille.connect('invoices');
    await set(id, enabled());
    expect((await camille.call('POST', `collectors/${id}/synchronise`)).body.status).toBe('SYNCHRONIZING');
    await set(id, enabled());
    const soon = await camille.call('POST', `collectors/${id}/synchronise`);
    expect([soon.status, codesOf(soon)]).toEqual([429, [{ code: 'TooManyRequests' }]]);
    expect(Number(soon.headers['retry-after'])).toBeGreaterThan(50);
    test.clock.advance(60_000);
    expect((await camille.call('POST', `collectors/${id}/synchronise`)).status).toBe(200);
  });

  it('rests when it is disabled, and stays so when it is changed', async () => {
    const camille = await someone();
    const id = await camille.connect('invoices');
    const path = `collectors/${id}`;
    expect((await camille.call('POST', `${path}/deactivate`)).body).toMatchObject({
      ...{ status: 'DISABLED', alert: null, nextSynchronisationAt: null },
      can: { activate: true, deactivate: false, synchronise: false, modify: true },
    });
    expect((await camille.call('POST', `${path}/deactivate`)).status).toBe(200);
    expect(codesOf(await camille.call('POST', `${path}/synchronise`))).toEqual([{ code: 'CollectorDisabled' }]);
    const changed = await camille.call('PATCH', path, { accountName: 'Maison', credentials: { password: 'new' } });
    expect(changed.body).toMatchObject({ status: 'DISABLED', accountName: 'Maison' });
    expect((await camille.runs(id))[0]).toMatchObject({ result: 'ENDED' });
    expect((await camille.call('POST', `${path}/activate`)).body.status).toBe('SYNCHRONIZING');
  });

  it('rests when it is disabled from a block, without what blocked it', async () => {
    const camille = await someone();
    const id = await camille.connect('invoices');
    const alert = { alert: 'CREDENTIALS_INVALID' as const, alert_since: test.clock.now() };
    await set(id, { status: 'BLOCKED', run_id: null, next_at: null, ...alert });
    expect((await camille.get(id)).can).toMatchObject({ deactivate: true, delete: true });
    const { status, body } = await camille.call('POST', `collectors/${id}/deactivate`);
    expect([status, body]).toEqual([
      200,
      expect.objectContaining({ status: 'DISABLED', alert: null, nextSynchronisationAt: null }),
    ]);
    expect(await camille.get(id)).toEqual(body);
  });

  it('has an entry in the journal for each thing that its owner does', async () => {
    const camille = await someone();
    const id = await camille.connect('invoices');
    const path = `collectors/${id}`;
    await set(id, enabled());
    await camille.call('PATCH', path, { accountName: 'Maison' });
    // A call that changes nothing is no entry.
    for (const done of ['deactivate', 'deactivate', 'activate', 'activate'])
      await camille.call('POST', `${path}/${done}`);
    await camille.call('DELETE', path, { documents: 'KEEP' });
    const { items } = (await camille.call('GET', 'user/journal?kind=collector')).body as {
      items: Array<{ action: string; title: string; actor: object }>;
    };
    expect(items.map(({ action, title }) => [action, title])).toEqual([
      ['collector.deleted', 'Maison'],
      ['collector.activated', 'Maison'],
      ['collector.deactivated', 'Maison'],
      ['collector.changed', 'Maison'],
      ['collector.created', 'Électricité'],
    ]);
    for (const { actor } of items) expect(actor).toMatchObject({ kind: 'owner' });
  });

  it('changes its account to none that another one has', async () => {
    const camille = await someone();
    await camille.connect('mfa');
    const id = await camille.connect('invoices');
    await set(id, enabled());
    const { login } = camille.credentialsOf('mfa');
    const taken = await camille.call('PATCH', `collectors/${id}`, { credentials: { login } });
    expect(codesOf(taken)).toEqual([{ code: 'CollectorAlreadyExists' }]);
    const broken = await camille.call('PATCH', `collectors/${id}`, { credentials: { login: 'x', pin: '1' } });
    expect(codesOf(broken)?.map(({ field }) => field)).toEqual(['credentials.pin', 'credentials.login']);
    expect(codesOf(await camille.call('PATCH', `collectors/${id}`, { categoryId: missing }))?.[0]?.code).toBe(
      'CategoryNotFound',
    );
    const renamed = await camille.call('PATCH', `collectors/${id}`, { accountName: 'Gaz' });
    expect([renamed.status, renamed.body.accountName, renamed.body.status]).toEqual([200, 'Gaz', 'ENABLED']);
  });

  it('keeps both changes where two calls change its credentials at once', async () => {
    const camille = await someone();
    const { safeId } = camille.owner;
    const id = await camille.connect('invoices');
    await set(id, enabled());
    const { db, vault } = test.platform;
    const given = { login: 'maison@lumen.example', password: 'La nouvelle phrase' };
    // Both have read what is kept before either is written.
    const calls = await db.transaction().execute(async (tx) => {
      await holdSafe(tx, safeId);
      const begun = Object.entries(given).map(([name, value]) =>
        camille.call('PATCH', `collectors/${id}`, { credentials: { [name]: value } }),
      );
      await expect.poll(() => countLockWaits(test)).toBe(2);
      return begun;
    });
    expect((await Promise.all(calls)).map(({ status }) => status)).toEqual([200, 200]);
    const row = await db
      .selectFrom('collectors')
      .select('sealed_credentials as sealed')
      .where('collector_id', '=', id)
      .executeTakeFirstOrThrow();
    expect(openCredentials(await vault.keysOf(safeId, 'collecting'), id, row.sealed)).toEqual(given);
  });

  it('counts for a merge', async () => {
    const camille = await someone();
    await camille.connect('invoices');
    const { countCollectors } = await import('./collectors.ts');
    expect(await countCollectors(test.platform.db, camille.owner.safeId)).toBe(1);
  });
});

describe('a code', () => {
  it('that is not awaited is not found, and an empty one is refused', async () => {
    const camille = await someone();
    const id = await camille.connect('invoices');
    expect(codesOf(await camille.call('POST', `collectors/${id}/mfa-code`, { code: '1' }))).toEqual([
      { code: 'NoVerificationCode' },
    ]);
    expect(codesOf(await camille.call('POST', `collectors/${id}/mfa-code`, { code: ' ' }))).toMatchObject([
      { code: 'InvalidRequest', field: 'code' },
    ]);
    expect(codesOf(await camille.call('POST', `collectors/${id}/mfa-code/resend`))).toEqual([
      { code: 'NoVerificationCode' },
    ]);
  });
});

describe('an agent that is not open', () => {
  it.each(['IN_MAINTENANCE', 'UNAVAILABLE', 'ZOMBIE'] as const)('takes no new collector: %s', async (word) => {
    const { setWord } = await import('./agents/agents.store.ts');
    const camille = await someone();
    const id = await camille.connect('mfa');
    await set(id, enabled());
    await setWord(test.platform.db, 'lumen-energie', { word, now: test.clock.now() });
    const refused = await camille.create('invoices');
    expect([refused.status, codesOf(refused)]).toEqual([503, [{ code: 'AgentUnavailable' }]]);
    expect(codesOf(await camille.call('POST', `collectors/${id}/synchronise`))).toEqual([{ code: 'AgentUnavailable' }]);
    expect((await camille.get(id)).agent.status).toBe(word);
    await setWord(test.platform.db, 'lumen-energie', { word: null, now: test.clock.now() });
    expect((await camille.create('invoices')).status).toBe(201);
  });
});
