import { isMailProvider } from '@perenne/contract/mail-providers';
import { asciiDomain } from '@perenne/contract/fields';
import { getPublicSuffix } from 'tldts';
import { domainAndParents } from './employers.rules.ts';

type Broken = { field: string; rule: 'domain' | 'publicSuffix' | 'mailProvider' };

/**
 * The domains that an employer declares, in lower-case ASCII, each once; and those that cannot be one's own: what is
 * below a public suffix belongs to many (`co.uk`, `asso.fr`, `github.io`), and so do the addresses of a mail provider.
 */
export function readOwnDomains(declared: readonly string[]): { domains: string[]; broken: Broken[] } {
  const read = declared.map((domain, index) => ({ domain: asciiDomain(domain), field: `emailDomains.${index}` }));
  const domains = new Set<string>();
  const broken: Broken[] = [];
  for (const { domain, field } of read) {
    const rule = domain === null ? 'domain' : ruleAgainst(domain);
    if (rule !== null) broken.push({ field, rule });
    else if (domain !== null) domains.add(domain);
  }
  return { domains: [...domains], broken };
}

function ruleAgainst(domain: string): Broken['rule'] | null {
  if (getPublicSuffix(domain, { allowPrivateDomains: true }) === domain) return 'publicSuffix';
  return domainAndParents(domain).some(isMailProvider) ? 'mailProvider' : null;
}
