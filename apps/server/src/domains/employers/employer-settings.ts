import type { EmployerSettings, SettingsWithPending } from '@perenne/contract/employers';
import { asciiDomain } from '@perenne/contract/fields';
import { DomainError, InvalidRequest } from '../../platform/domain-error.ts';
import type { EmployerActor } from '../../platform/http/actors.ts';
import { isId, newId } from '../../platform/identifiers.ts';
import type { Platform } from '../../platform/platform.ts';
import { hashSecret, newCredentials, type ClientCredentials } from './oauth/client-secrets.ts';
import { domainTag, openEmployer, sealEmployer } from './employer-record.ts';
import * as store from './employers.store.ts';
import { readOwnDomains } from './own-domains.rules.ts';

export type CreatedEmployer = ClientCredentials & { employerId: string };

/**
 * Makes an employer. Its secret is returned here and never again; the demonstration chooses its own. The operator, who
 * makes it, confirms its domains by naming them.
 * @throws {InvalidRequest} a domain that is none, or not one's own, named `emailDomains.<index>`
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
    await store.replaceDomains(tx, employerId, { tags, confirmedAt: clock.now() });
  });
  return { employerId, ...credentials };
}

type ListedEmployer = SettingsWithPending & { employerId: string; clientId: string; name: string };

export async function listEmployers({ db, secrets }: Pick<Platform, 'db' | 'secrets'>): Promise<ListedEmployer[]> {
  const rows = await store.selectEmployers(db);
  const pendingTags = await store.selectPendingDomains(db);
  return rows.map(({ employerId, clientId, sealed, refusalDisabled }) => {
    const details = openEmployer(secrets, employerId, sealed);
    const mine = pendingTags.filter((row) => row.employerId === employerId);
    return { employerId, clientId, refusalDisabled, ...details, pendingDomains: pendingOf(secrets, details, mine) };
  });
}

export async function getEmployerSettings(
  { db, secrets }: Platform,
  { employerId }: EmployerActor,
): Promise<SettingsWithPending> {
  const row = await store.selectEmployer(db, employerId);
  if (!row) throw new DomainError('AuthTokenNotValid');
  const { emailDomains } = openEmployer(secrets, employerId, row.sealed);
  const pendingDomains = pendingOf(secrets, { emailDomains }, await store.selectPendingDomains(db, employerId));
  return { refusalDisabled: row.refusalDisabled, emailDomains, pendingDomains };
}

/** Lists the domains of an employer that the operator has not confirmed. */
function pendingOf(
  secrets: Platform['secrets'],
  { emailDomains }: Pick<EmployerSettings, 'emailDomains'>,
  pending: ReadonlyArray<{ domainTag: Buffer }>,
): string[] {
  return emailDomains.filter((domain) => {
    const tag = domainTag(secrets, domain);
    return pending.some((row) => row.domainTag.equals(tag));
  });
}

/**
 * Replaces the settings as a whole. A domain that was confirmed stays so; a new one waits for the operator, but in the
 * demonstration.
 * @throws {InvalidRequest} a domain that is none, or not one's own, named `emailDomains.<index>`
 */
export async function putEmployerSettings(
  platform: Platform,
  actor: EmployerActor,
  { refusalDisabled, emailDomains }: EmployerSettings,
): Promise<SettingsWithPending> {
  const { db, secrets, clock, settings } = platform;
  const { employerId } = actor;
  const domains = normaliseDomains(emailDomains);
  await db.transaction().execute(async (tx) => {
    const row = await store.lockEmployer(tx, employerId);
    if (!row) throw new DomainError('AuthTokenNotValid');
    const { name } = openEmployer(secrets, employerId, row.sealed);
    const sealed = sealEmployer(secrets, employerId, { name, emailDomains: domains });
    await store.updateEmployer(tx, { employerId, sealed, refusalDisabled });
    const tags = domains.map((domain) => domainTag(secrets, domain));
    await store.replaceDomains(tx, employerId, { tags, confirmedAt: settings.demo ? clock.now() : null });
  });
  return getEmployerSettings(platform, actor);
}

/** Has an employer's domain count, as the operator has checked that it is theirs. False where it was not declared. */
export async function confirmEmployerDomain(
  { db, secrets, clock }: Pick<Platform, 'db' | 'secrets' | 'clock'>,
  { employerId, domain }: { employerId: string; domain: string },
): Promise<boolean> {
  const normal = asciiDomain(domain);
  return (
    normal !== null &&
    isId(employerId) &&
    store.confirmDomain(db, { employerId, domainTag: domainTag(secrets, normal), now: clock.now() })
  );
}

function normaliseDomains(declared: readonly string[]): string[] {
  const { domains, broken } = readOwnDomains(declared);
  if (broken.length > 0) throw new InvalidRequest(broken);
  return domains;
}
