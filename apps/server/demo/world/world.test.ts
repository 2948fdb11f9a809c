import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listExpiring } from '../../src/domains/documents/identity-papers/list-expiring.ts';
import { listDocuments } from '../../src/domains/documents/listing/list-documents.ts';
import { listCategories } from '../../src/domains/documents/listing/list-places.ts';
import { listShares } from '../../src/domains/sharing/list-shares.ts';
import { readJournal } from '../../src/domains/identity/journal/read-journal.ts';
import type { Platform } from '../../src/platform/platform.ts';
import { createTestApp, type TestApp } from '../../src/testing/test-app.ts';
import type { Accounts } from './accounts.ts';
import * as cast from './cast.ts';
import { ownerActor } from './owners.ts';
import { ensureWorld } from './world.ts';

async function createDemoApp(): Promise<TestApp> {
  const app = await createTestApp();
  app.clock.set(new Date('2026-11-20T10:00:00Z'));
  return app;
}

const issuer = 'http://127.0.0.1:4000/api/v2';

const everything = { sort: 'addedAt', limit: 200 } as const;

async function safeOf(platform: Platform, owner: cast.Owner) {
  const { items } = await listDocuments(platform, ownerActor(platform, owner), everything);
  return items;
}

const textOf = (value: unknown): string =>
  (Buffer.isBuffer(value) ? value.toString() : (JSON.stringify(value) ?? '')).toLowerCase();

const withoutCodes = ({ pending, ...others }: Accounts) => ({
  ...others,
  pending: pending.map(({ activationCode: _code, ...person }) => person),
});

describe('the world', () => {
  let app: TestApp;
  let first: Accounts;

  beforeAll(async () => {
    app = await createDemoApp();
    first = await ensureWorld(app.platform, issuer);
  });
  afterAll(() => app.close());

  it('gives Camille two years of payslips of both employers, up to last month', async () => {
    const { platform } = app;
    const documents = await safeOf(platform, cast.camille);
    const months = (count: number) =>
      Array.from({ length: count }, (_, at) => new Date(Date.UTC(2026, 10 - count + at)).toISOString().slice(0, 7));
    for (const [name, periods] of [
      ['Atelier Morvan', months(24)],
      ['Maison Roux', months(25).filter((period) => period !== '2026-03')],
    ] as const) {
      const payslips = documents.filter(({ type, origin }) => type === 'PAYE' && origin?.name === name);
      expect([...new Set(payslips.map(({ period }) => period))]).toEqual(periods);
      expect(payslips.at(-1)).toMatchObject({
        title: 'Bulletin de paie – octobre 2026',
        addedAt: '2026-10-30T08:00:00.000Z',
        unread: true,
      });
    }
    const unread = documents.filter((each) => each.unread).map(({ title }) => title);
    expect(unread).toEqual([
      'Avenant au contrat – télétravail',
      'Bulletin de paie – octobre 2026',
      'Bulletin de paie – octobre 2026',
    ]);
    const { items } = await listCategories(platform, ownerActor(platform, cast.camille), { limit: 50 });
    const filled = items.filter(({ documentCount }) => documentCount > 0).map(({ kind }) => kind);
    expect(filled).toEqual(['payslips', 'work', 'identity', 'housing', 'health', 'invoices']);
  });

  it('shows Camille a payslip that was corrected, and both are kept', async () => {
    const documents = await safeOf(app.platform, cast.camille);
    const [first, corrected, ...others] = documents.filter(
      ({ period, origin }) => period === '2026-08' && origin?.name === 'Atelier Morvan',
    );
    expect(others).toEqual([]);
    expect(first).toMatchObject({ title: 'Bulletin de paie – août 2026', replacedBy: corrected?.id });
    expect(corrected).toMatchObject({
      ...{ title: 'Bulletin de paie – août 2026, corrigé', replaces: first?.id },
      addedAt: '2026-09-16T10:20:00.000Z',
    });
  });

  it('reminds Camille of a passport that ends soon', async () => {
    const { items } = await listExpiring(app.platform, ownerActor(app.platform, cast.camille));
    expect(items.map(({ title, expiresOn }) => [title, expiresOn])).toEqual([['Passeport', '2027-02-03']]);
  });

  it('has Camille share documents, once for a time that is over and once for one that is not', async () => {
    const { items } = await listShares(app.platform, ownerActor(app.platform, cast.camille), { limit: 50 });
    expect(items.map(({ title, status, opened }) => [title, status, opened.count])).toEqual([
      ['Dossier de location', 'active', 1],
      ['Assurance habitation', 'expired', 1],
    ]);
    expect(items[0]?.documents.map(({ watermarked }) => watermarked)).toEqual([true, false, false]);
  });

  it('tells the journal of a safe in the order of time', async () => {
    const { platform } = app;
    const { items } = await readJournal(platform, ownerActor(platform, cast.camille), { limit: 200 });
    const instants = items.map(({ at }) => at);
    expect(instants.length).toBeGreaterThan(100);
    expect(instants).toEqual(instants.toSorted().toReversed());
  });

  it('lets its users in, and sends away who must change the address first', async () => {
    const { app: http } = app;
    const answers = first.users.map(async ({ email, password }) => {
      const login = await http.inject({ method: 'POST', url: '/backend/api/v1/login', payload: { email, password } });
      const headers = { authorization: `Bearer ${String(login.headers['set-authorization'])}` };
      const profile = await http.inject({ url: '/backend/api/v1/user/profile', headers });
      return { login: login.statusCode, profile: profile.statusCode };
    });
    expect(first.users.map(({ mustChangeEmail }) => mustChangeEmail)).toEqual([false, false, true, false]);
    expect(await Promise.all(answers)).toEqual([
      { login: 200, profile: 200 },
      { login: 200, profile: 200 },
      { login: 200, profile: 401 },
      { login: 200, profile: 200 },
    ]);
  });

  it('lets those who wait begin their activation, under the rule of their employer', async () => {
    for (const { activationCode, lastName, birthDate, employer } of first.pending) {
      const payload = { activationCode, lastName, birthDate };
      const info = await app.app.inject({ method: 'POST', url: '/backend/api/v1/activation/info', payload });
      const { name, refusalAllowed } = first.employers.find(({ id }) => id === employer) ?? {};
      expect(info.json()).toMatchObject({ employer: { name, refusalAllowed } });
    }
  });

  it('links Nadège to the identity of the federation, and no other', async () => {
    const { platform } = app;
    const linked = await platform.db.selectFrom('federated_identities').select('safe_id').execute();
    expect(linked).toEqual([{ safe_id: ownerActor(platform, cast.nadege).safeId }]);
    const { identities } = first.franceConnect ?? { identities: [] };
    expect(identities.map(({ login }) => login)).toEqual(['nadege', 'ines', 'gabriel', 'lea']);
    expect(identities.every(({ sub }) => /^[0-9a-f]{64}v1$/.test(sub))).toBe(true);
  });

  it('lets the software of its employers in', async () => {
    for (const { clientId, clientSecret } of first.employers) {
      const authorization = `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}`;
      const headers = { authorization, 'content-type': 'application/x-www-form-urlencoded' };
      const payload = 'grant_type=client_credentials';
      const answer = await app.app.inject({ method: 'POST', url: '/backend/oauth/token', headers, payload });
      expect(answer.json()).toMatchObject({ token_type: 'Bearer' });
    }
  });

  it('leaves no known name in clear in the database', async () => {
    const { db } = app.platform;
    const { rows: tables } = await sql<{ name: string }>`
      select format('%I.%I', schemaname, tablename) as name from pg_tables
      where schemaname not in ('pg_catalog', 'information_schema')
        and has_schema_privilege(schemaname, 'usage')
        and has_table_privilege(format('%I.%I', schemaname, tablename), 'select')`.execute(db);
    const dumps = await Promise.all(
      tables.map(({ name }) => sql<Record<string, unknown>>`select * from ${sql.raw(name)}`.execute(db)),
    );
    const stored = dumps.flatMap(({ rows }) => rows.flatMap((row) => Object.values(row).map(textOf)));
    expect(stored.length).toBeGreaterThan(100);
    const people = [...cast.owners, ...cast.pending].flatMap(({ lastName, email, phone }) => [lastName, email, phone]);
    const names = ['morvan', 'maison-roux', ...first.employers.flatMap(({ name }) => name), ...people];
    for (const name of names) expect(stored.filter((value) => value.includes(name.toLowerCase()))).toEqual([]);
  });

  it('changes nothing when it is made again', async () => {
    const { platform } = app;
    const before = await Promise.all(cast.owners.map((owner) => safeOf(platform, owner)));
    const second = await ensureWorld(platform, issuer);
    expect(withoutCodes(second)).toEqual(withoutCodes(first));
    expect(await Promise.all(cast.owners.map((owner) => safeOf(platform, owner)))).toEqual(before);
  });
});

it.each([1, 4, 30])('is whole when a run that ended at its object %d is run again', async (last) => {
  const app = await createDemoApp();
  const { platform } = app;
  await expect(ensureWorld(endingAt(platform, last), issuer)).rejects.toThrow('the power went');
  const made = await ensureWorld(platform, issuer);
  expect(made.pending.map(({ activationCode }) => activationCode)).toHaveLength(3);
  const counts = await Promise.all(cast.owners.map(async (owner) => (await safeOf(platform, owner)).length));
  expect(counts).toEqual([59, 0, 2, 2]);
  await app.close();
});

/** Its store fails for good at the n-th object, after the object was kept. */
function endingAt(platform: Platform, last: number): Platform {
  let count = 0;
  const put: Platform['objects']['put'] = async (objectId, content) => {
    const stored = await platform.objects.put(objectId, content);
    count += 1;
    if (count >= last) throw new Error('the power went');
    return stored;
  };
  const objects = new Proxy(platform.objects, {
    get: (target, name) => (name === 'put' ? put : Reflect.get(target, name)),
  });
  return { ...platform, objects };
}
