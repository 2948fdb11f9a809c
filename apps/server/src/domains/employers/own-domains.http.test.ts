import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '../../testing/test-app.ts';
import { createTestEmployer, type TestEmployer } from '../../testing/people/test-employer.ts';
import { confirmEmployerDomain, isForbiddenDomain } from './employers.ts';

let test: TestApp;
beforeAll(async () => {
  test = await createTestApp();
});
afterAll(() => test.close());

const put = (employer: TestEmployer, emailDomains: string[], more: object = {}) =>
  employer.call('PUT', 'settings', { refusalDisabled: false, emailDomains, ...more });
const isForbidden = (employer: TestEmployer, domain: string) =>
  isForbiddenDomain(test.platform.db, test.platform, { domain, employerId: employer.employerId });

describe('the domains that an employer forbids as logins', () => {
  it('are no public mail providers and no public suffixes: the settings stay as they were', async () => {
    const employer = await createTestEmployer(test, { emailDomains: ['acme.fr'] });
    const { status, body } = await put(employer, ['acme.fr', 'gmail.com', 'co.uk', 'orange.fr']);
    expect([status, body['errors']]).toEqual([
      400,
      [
        { code: 'InvalidRequest', field: 'emailDomains.1', params: { rule: 'mailProvider' } },
        { code: 'InvalidRequest', field: 'emailDomains.2', params: { rule: 'publicSuffix' } },
        { code: 'InvalidRequest', field: 'emailDomains.3', params: { rule: 'mailProvider' } },
      ],
    ]);
    expect((await employer.call('GET', 'settings')).body).toMatchObject({ emailDomains: ['acme.fr'] });
    expect([await isForbidden(employer, 'gmail.com'), await isForbidden(employer, 'bbc.co.uk')]).toEqual([
      false,
      false,
    ]);
    await expect(createTestEmployer(test, { emailDomains: ['yahoo.fr'] })).rejects.toThrow('InvalidRequest');
  });

  it('count once the operator has confirmed them, and go on counting when the settings are replaced', async () => {
    const employer = await createTestEmployer(test);
    const declared = { refusalDisabled: false, emailDomains: ['acme.fr', 'forge.fr'] };
    const told = { ...declared, pendingDomains: declared.emailDomains };
    expect((await put(employer, declared.emailDomains)).body).toEqual(told);
    expect((await employer.call('GET', 'settings')).body).toEqual(told);
    expect(await isForbidden(employer, 'acme.fr')).toBe(false);
    const { employerId } = employer;
    expect(await confirmEmployerDomain(test.platform, { employerId, domain: 'ACME.fr' })).toBe(true);
    expect([await isForbidden(employer, 'rh.acme.fr'), await isForbidden(employer, 'forge.fr')]).toEqual([true, false]);
    const read = (await employer.call('GET', 'settings')).body;
    expect(read).toMatchObject({ pendingDomains: ['forge.fr'] });
    expect(await employer.call('PUT', 'settings', read)).toMatchObject({ status: 200, body: read });
    expect(await isForbidden(employer, 'acme.fr')).toBe(true);
    await put(employer, []);
    expect((await put(employer, ['acme.fr'])).body).toMatchObject({ pendingDomains: ['acme.fr'] });
    expect(await isForbidden(employer, 'acme.fr')).toBe(false);
  });

  it('are confirmed for who declared them, and for nobody else', async () => {
    const [employer, other] = [await createTestEmployer(test), await createTestEmployer(test)];
    await put(employer, ['acme.fr']);
    const confirm = (employerId: string, domain: string) =>
      confirmEmployerDomain(test.platform, { employerId, domain });
    expect(await confirm(other.employerId, 'acme.fr')).toBe(false);
    expect(await confirm(employer.employerId, 'forge.fr')).toBe(false);
    expect(await confirm('nobody', 'acme.fr')).toBe(false);
    expect(await confirm(employer.employerId, 'acme.fr')).toBe(true);
    expect([await isForbidden(employer, 'acme.fr'), await isForbidden(other, 'acme.fr')]).toEqual([true, false]);
  });

  it('count at once in the demonstration', async () => {
    const demo = await createTestApp({ platformSettings: { demo: true } });
    const employer = await createTestEmployer(demo);
    expect((await put(employer, ['acme.fr'])).body).toMatchObject({ emailDomains: ['acme.fr'], pendingDomains: [] });
    await demo.close();
  });
});
