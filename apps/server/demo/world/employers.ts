import type { Platform } from '../../src/platform/platform.ts';
import { confirmEmployerDomain, createEmployer, listEmployers } from '../../src/domains/employers/employers.ts';
import type { Accounts } from './accounts.ts';
import type { CastEmployer } from './cast.ts';

export type DemoEmployer = CastEmployer & Accounts['employers'][number];

/** Makes the employers that are missing; their secrets are the same each time in one installation. */
export async function ensureEmployers(platform: Platform, cast: readonly CastEmployer[]): Promise<DemoEmployer[]> {
  const listed = await listEmployers(platform);
  // Domains that an employer declared before this release count too.
  for (const { employerId, pendingDomains } of listed)
    for (const domain of pendingDomains) await confirmEmployerDomain(platform, { employerId, domain });
  const known = new Map(listed.map((each) => [each.clientId, each.employerId]));
  const made: DemoEmployer[] = [];
  for (const employer of cast) {
    const { clientId, company } = employer;
    const clientSecret = platform.secrets.tag('demo-client-secret', clientId).toString('base64url');
    const id = known.get(clientId) ?? (await makeEmployer(platform, employer, clientSecret));
    made.push({ ...employer, id, name: company.name, clientSecret });
  }
  return made;
}

async function makeEmployer(platform: Platform, employer: CastEmployer, clientSecret: string): Promise<string> {
  const { clientId, company, emailDomain, refusalAllowed } = employer;
  const { employerId } = await createEmployer(platform, {
    name: company.name,
    refusalDisabled: !refusalAllowed,
    emailDomains: [emailDomain],
    credentials: { clientId, clientSecret },
  });
  return employerId;
}
