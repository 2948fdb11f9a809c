import type { EmployerSettings } from '@perenne/contract/employers';
import { asciiDomain } from '@perenne/contract/fields';
import { DomainError, InvalidRequest } from '../../platform/domain-error.ts';
import type { EmployerActor } from '../../platform/http/actors.ts';
import { newId } from '../../platform/identifiers.ts';
import type { Platform } from '../../platform/platform.ts';
import { hashSecret, newCredentials, type ClientCredentials } from './client-secrets.ts';
import { domainTag, openEmployer, sealEmployer } from './employer-record.ts';
import * as store from './employers.store.ts';

export type CreatedEmployer = ClientCredentials & { employerId: string };

/**
 * Makes an employer. Its secret is returned here and never again; the demonstration chooses its own.
 * @throws {InvalidRequest} a domain that is none, named `emailDomains.<index>`
 */
export async function createEmployer(
  platform: Pick<Platform, 'db' | 'secrets' | 'clock'>,
  asked: { name: string; credentials?: ClientCredentials } & Partial<EmployerSettings>,
): Promise<CreatedEmployer> {
  const { secrets, clock, db } = platform;
  const { name, refusalDisabled = false, credentials = newCredentials() } = asked;
  const emailDomains = normaliseDomains(asked.emailDomains ?? []);
  const employerId = newId(clock);
  await db.transaction().execute(async (tx) => {
    await store.insertEmployer(tx, {
      employerId,
      clientId: credentials.clientId,
      secretHash: hashSecret(platform, credentials),
      sealed: sealEmployer(secrets, employerId, { name, emailDomains }),
      refusalDisabled,
      now: clock.now(),
    });
    const tags = emailDomains.map((domain) => domainTag(secrets, domain));
    await store.replaceDomains(tx, employerId, tags);
  });
  return { employerId, ...credentials };
}

type ListedEmployer = EmployerSettings & { employerId: string; clientId: string; name: string };

export async function listEmployers({ db, secrets }: Pick<Platform, 'db' | 'secrets'>): Promise<ListedEmployer[]> {
  const rows = await store.selectEmployers(db);
  return rows.map(({ employerId, clientId, sealed, refusalDisabled }) => ({
    employerId,
    clientId,
    refusalDisabled,
    ...openEmployer(secrets, employerId, sealed),
  }));
}

export async function getEmployerSettings(
  { db, secrets }: Platform,
  { employerId }: EmployerActor,
): Promise<EmployerSettings> {
  const row = await store.selectEmployer(db, employerId);
  if (!row) throw new DomainError('AuthTokenNotValid');
  return {
    refusalDisabled: row.refusalDisabled,
    emailDomains: openEmployer(secrets, employerId, row.sealed).emailDomains,
  };
}

/** Replaces the settings as a whole. */
export async function putEmployerSettings(
  { db, secrets }: Platform,
  { employerId }: EmployerActor,
  { refusalDisabled, emailDomains }: EmployerSettings,
): Promise<EmployerSettings> {
  const domains = normaliseDomains(emailDomains);
  await db.transaction().execute(async (tx) => {
    const row = await store.lockEmployer(tx, employerId);
    if (!row) throw new DomainError('AuthTokenNotValid');
    const { name } = openEmployer(secrets, employerId, row.sealed);
    const sealed = sealEmployer(secrets, employerId, { name, emailDomains: domains });
    await store.updateEmployer(tx, { employerId, sealed, refusalDisabled });
    const tags = domains.map((domain) => domainTag(secrets, domain));
    await store.replaceDomains(tx, employerId, tags);
  });
  return { refusalDisabled, emailDomains: domains };
}

function normaliseDomains(domains: readonly string[]): string[] {
  const normal = domains.map(asciiDomain);
  const broken = normal.flatMap((domain, index) =>
    domain === null ? [{ field: `emailDomains.${index}`, rule: 'domain' }] : [],
  );
  if (broken.length > 0) throw new InvalidRequest(broken);
  return [...new Set(normal.filter((domain) => domain !== null))];
}
