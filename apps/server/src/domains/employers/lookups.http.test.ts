import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Tx } from '../../platform/postgres/db.ts';
import { createTestApp, type TestApp } from '../../testing/test-app.ts';
import { createTestEmployer, type TestEmployer } from '../../testing/people/test-employer.ts';
import { createSafe } from '../documents/documents.ts';
import * as employers from './employers.ts';

let test: TestApp;
let employer: TestEmployer;
let lastNumber = 0;

beforeAll(async () => {
  test = await createTestApp();
  employer = await createTestEmployer(test, { emailDomains: ['acme.fr'] });
});
afterAll(() => test.close());

const said = { lastName: 'LEFEVRE d’Ormesson', birthDate: '1985-02-03' };

/** An employee of his own name each time, so that tests do not meet. */
async function addEmployee(of = employer, more: Record<string, string> = {}) {
  const employeeNumber = `n${(lastNumber += 1)}`;
  const row = { employeeNumber, firstName: 'Zoé', lastName: "Lefèvre-d'Ormesson", birthDate: '1985-02-03', ...more };
  const { body } = await of.call('POST', 'employees', row);
  return { employeeNumber, code: String(body['activationCode']) };
}

const find = (code: string, more: Partial<typeof said> = {}) =>
  employers.findByActivationCode(test.platform.db, test.platform, { ...said, ...more, code, now: test.clock.now() });

const inTransaction = <T>(work: (tx: Tx) => Promise<T>) => test.platform.db.transaction().execute(work);

async function mustFind(code: string, more: Partial<typeof said> = {}) {
  const key = await find(code, more);
  if (!key) throw new Error('nobody is found by this code');
  return key;
}

const newSafe = async () => {
  const safeId = crypto.randomUUID();
  const safe = { safeId, kind: 'owned', locale: 'fr', use: 'owner', actor: { kind: 'owner' } } as const;
  await inTransaction((tx) => createSafe(tx, test.platform, safe));
  return safeId;
};

async function activate(code: string) {
  const [key, safeId] = [await mustFind(code), await newSafe()];
  expect(await inTransaction((tx) => employers.markActivated(tx, test.platform, { ...key, safeId }))).toBe(true);
  return { key, safeId };
}

describe('an activation code', () => {
  it('finds its employee however the code and the name are written', async () => {
    const { code } = await addEmployee();
    const key = await mustFind(code.toLowerCase().replaceAll('-', ' '));
    expect(await find(` ${code.replaceAll('-', '')} `, { lastName: 'Lefevre d ormesson' })).toEqual(key);
    expect(await employers.readEmployee(test.platform.db, test.platform, key)).toEqual({
      ...{ firstName: 'Zoé', lastName: "Lefèvre-d'Ormesson", birthDate: '1985-02-03', email: null, phone: null },
      ...{ state: 'pending', employerName: 'Ateliers Martin', refusalDisabled: false, waitingSafeId: null },
    });
  });

  it('finds nobody for another person, a wrong code, or when it is over', async () => {
    const { code } = await addEmployee();
    expect(await find(code, { lastName: 'Lefèvre' })).toBeNull();
    expect(await find(code, { birthDate: '1985-02-04' })).toBeNull();
    expect(await find('0000-0000-0000')).toBeNull();
    expect(await find('')).toBeNull();
    const later = new Date(test.clock.now().getTime() + 90 * 86_400_000 + 1_000);
    expect(
      await employers.findByActivationCode(test.platform.db, test.platform, { ...said, code, now: later }),
    ).toBeNull();
  });

  it('ends with the activation, which happens once', async () => {
    const { code, employeeNumber } = await addEmployee();
    const { key, safeId } = await activate(code);
    expect(await find(code)).toBeNull();
    expect(await inTransaction((tx) => employers.markActivated(tx, test.platform, { ...key, safeId }))).toBe(false);
    expect((await employer.call('GET', `employees/${employeeNumber}`)).body).toMatchObject({ state: 'activated' });
  });

  it('is sent again only to the contact that the employer gave, and ends the one before', async () => {
    const { code } = await addEmployee(employer, { email: 'Zoe@Example.org', phone: '0639980042' });
    const resend = (contact: { email?: string; phone?: string }) =>
      inTransaction((tx) => employers.replaceActivationCode(tx, test.platform, { ...said, ...contact }));
    expect(await resend({ email: 'other@example.org' })).toBeNull();
    expect(await resend({ phone: '0639980043' })).toBeNull();
    expect(await resend({})).toBeNull();
    const byMail = await resend({ email: 'zoe@example.ORG' });
    expect(byMail).toEqual({ code: expect.any(String), contact: { email: 'Zoe@Example.org' } });
    expect(await find(code)).toBeNull();
    const bySms = await resend({ phone: '+33 6 39 98 00 42' });
    expect(bySms).toMatchObject({ contact: { phone: '+33639980042' } });
    expect(await find(byMail?.code ?? '')).toBeNull();
    const { key } = await activate(bySms?.code ?? '');
    expect(await resend({ email: 'zoe@example.org' })).toBeNull();
    expect(key.employerId).toBe(employer.employerId);
  });

  it('still works when the employer corrects the name', async () => {
    const { code, employeeNumber } = await addEmployee();
    const row = { employeeNumber, firstName: 'Zoé', lastName: 'Martin', birthDate: '1985-02-03' };
    expect((await employer.call('POST', 'employees', row)).body).toMatchObject({ result: 'updated' });
    expect(await find(code)).toBeNull();
    expect(await find(code, { lastName: 'MARTIN' })).not.toBeNull();
  });
});

describe('an employer’s e-mail domain', () => {
  it.each([
    ['acme.fr', true],
    ['ACME.fr', true],
    ['rh.acme.fr', true],
    ['notacme.fr', false],
    ['fr', false],
    ['example.org', false],
    ['', false],
  ])('%s is forbidden to its employees: %s', async (domain, expected) => {
    const { employerId } = employer;
    expect(await employers.isForbiddenDomain(test.platform.db, test.platform, { domain, employerId })).toBe(expected);
  });

  it('is forbidden to the owner of a safe as long as the safe is of an employee', async () => {
    const { safeId } = await activate((await addEmployee()).code);
    const isForbidden = (of: { safeId: string }) =>
      employers.isForbiddenDomain(test.platform.db, test.platform, { domain: 'acme.fr', ...of });
    expect(await isForbidden({ safeId })).toBe(true);
    expect(await isForbidden({ safeId: await newSafe() })).toBe(false);
  });
});

it('the agreements of a safe name each employer of its owner once, and whether refusal is allowed', async () => {
  const strict = await createTestEmployer(test, { name: 'Banque', refusalDisabled: true });
  const { safeId } = await activate((await addEmployee()).code);
  for (const of of [employer, strict]) {
    const key = await mustFind((await addEmployee(of)).code);
    await inTransaction((tx) => employers.markActivated(tx, test.platform, { ...key, safeId }));
  }
  const agreed = { accepted: true, since: expect.any(Date) };
  expect(await employers.listAgreements(test.platform.db, test.platform, safeId)).toEqual([
    { employer: { id: employer.employerId, name: 'Ateliers Martin' }, ...agreed, refusalAllowed: true },
    { employer: { id: strict.employerId, name: 'Banque' }, ...agreed, refusalAllowed: false },
  ]);
});
