import { domainToASCII } from 'node:url';
import { quote } from '@perenne/collecting/imap/imap';

/** An address, or a domain with all below it. */
export type Sender = { text: string; isAddress: boolean };

/** Reads the senders that an owner typed: `factures@lumen.example, @orange.fr; Free <facture@free.fr>`. */
export const readSenders = (typed: string): Sender[] =>
  typed.split(/[,;\n]+/).flatMap((each) => {
    const written = (/<([^>]*)>/.exec(each)?.[1] ?? each).trim().toLowerCase().replace(/^@/, '');
    const [domain = '', ...local] = written.split('@').toReversed();
    const ascii = domainToASCII(domain);
    const name = local.toReversed().join('@');
    // A server searches by ASCII alone.
    if (ascii === '' || !/^[\x21-\x7e]*$/.test(name)) return [];
    return [{ text: name === '' ? ascii : `${name}@${ascii}`, isAddress: name !== '' }];
  });

export const isFrom = (senders: readonly Sender[], address: string): boolean => {
  const [domain = '', ...local] = address.toLowerCase().split('@').toReversed();
  const ascii = domainToASCII(domain) || domain;
  return senders.some(({ text, isAddress }) =>
    isAddress ? text === `${local.toReversed().join('@')}@${ascii}` : ascii === text || ascii.endsWith(`.${text}`),
  );
};

/** The words of a search for any of them, which finds more than them: it looks for parts of a header. */
export const searchFor = (senders: readonly Sender[]): string =>
  senders.map(({ text }) => `FROM ${quote(text)}`).reduceRight((others, one) => `OR ${one} ${others}`);
