import { createRequire } from 'node:module';
import { z } from 'zod';

// Read at run time: as a module, the compiler and the tests would carry 120,000 literals.
const require = createRequire(import.meta.url);
const readList = (list: unknown): ReadonlySet<string> => new Set(z.array(z.string()).parse(list));

const disposable = readList(require('disposable-email-domains'));
const disposableBelow = readList(require('disposable-email-domains/wildcard.json'));

/** Whether an e-mail domain is one of those that lend addresses for minutes. */
export function isDisposableDomain(domain: string): boolean {
  const name = domain.toLowerCase().replace(/\.$/, '');
  const labels = name.split('.');
  return disposable.has(name) || labels.some((_, index) => disposableBelow.has(labels.slice(index).join('.')));
}
