import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

// As text, which is searched in place: 120,000 strings of their own take ten megabytes, and every collection of memory
// looks at each.
const require = createRequire(import.meta.url);
const readList = (path: string): string => readFileSync(path, 'utf8');

const disposable = readList(require.resolve('disposable-email-domains/index.json'));
const disposableBelow = readList(require.resolve('disposable-email-domains/wildcard.json'));

const holds = (list: string, domain: string): boolean => list.includes(JSON.stringify(domain));

/** Whether an e-mail domain is one of those that lend addresses for minutes. */
export function isDisposableDomain(domain: string): boolean {
  const name = domain.toLowerCase().replace(/\.$/, '');
  const labels = name.split('.');
  return holds(disposable, name) || labels.some((_, index) => holds(disposableBelow, labels.slice(index).join('.')));
}
