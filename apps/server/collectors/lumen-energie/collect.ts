import { CollectingError } from '@perenne/collecting/failures';
import { findForm, findTags } from '@perenne/collecting/http/html';
import type { HttpAnswer } from '@perenne/collecting/http/http';
import type { CodeOutcome, CollectedDocument, Run } from '@perenne/collecting/run';

const site = 'https://www.lumen-energie.example';

/** The newest invoice, and how many there were, when a visit last came to its end. */
type Remembered = { newest: string; total: number };

/**
 * Signs in to the customers' pages, and gives the invoices that they list, the newest first: down to the newest of last
 * time, where as many have come before it as there are more.
 */
export async function* collect(run: Run): AsyncGenerator<CollectedDocument> {
  await signIn(run);
  const last = run.memory as Remembered | null;
  let newest: string | undefined;
  let count = 0;
  let listed = 0;
  for await (const { invoices, total } of listPages(run)) {
    listed = total;
    for (const invoice of invoices) {
      newest ??= invoice.number;
      if (invoice.number === last?.newest && total === last.total + count) return run.remember({ newest, total });
      count += 1;
      yield present(run, invoice);
    }
  }
  if (newest !== undefined) run.remember({ newest, total: listed });
}

type Page = { invoices: Invoice[]; total: number };

async function* listPages(run: Run): AsyncGenerator<Page> {
  const seen = new Set<string>();
  for (let next: URL | undefined = new URL('/factures', site); next && !seen.has(next.href);) {
    seen.add(next.href);
    const answer = await run.http.get(next);
    const page = await answer.text();
    const list = findTags(page, 'ul').find(({ attributes }) => attributes['id'] === 'factures');
    if (!list) throw new CollectingError('PARTNER_CHANGED', 'there is no list of invoices');
    // A list that does not state its size gives NaN: nothing equals it, and all pages are read.
    yield { invoices: invoicesOf(page, answer.url), total: Number(list.attributes['data-total']) };
    next = nextPage(page, answer.url);
  }
}

async function signIn({ http, credentials, ...run }: Run): Promise<void> {
  const form = await http.get(`${site}/connexion`);
  const answer = await submit(http, form, {
    login: String(credentials['login']),
    password: String(credentials['password']),
  });
  if (answer.url.pathname !== '/code') return requireWelcome(await answer.text());
  await enterCode({ http, run, answer });
}

type Entering = { http: Run['http']; run: Pick<Run, 'proveByCode'>; answer: HttpAnswer };

async function enterCode({ http, run, answer }: Entering): Promise<void> {
  const page = await answer.text();
  const seconds = Number(
    findTags(page, 'p').find(({ attributes }) => 'data-seconds' in attributes)?.attributes['data-seconds'],
  );
  await run.proveByCode({
    ...(seconds > 0 && { expiresInSeconds: seconds }),
    submit: async (code) => outcomeOf(await submit(http, await http.get(`${site}/code`), { code })),
    sendAgain: async () => {
      const sent = await submit(http, await http.get(`${site}/code/renvoi`), { again: '1' });
      await sent.text();
    },
  });
}

async function outcomeOf(answer: HttpAnswer): Promise<CodeOutcome> {
  const page = await answer.text();
  const message = messageOf(page);
  if (message === 'code-wrong') return 'WRONG';
  if (message === 'code-expired') return 'EXPIRED';
  requireWelcome(page);
  return 'RIGHT';
}

/** Fills in the form of a page that has these fields, its hidden ones as they are: among them is the CSRF token. */
async function submit(http: Run['http'], answer: HttpAnswer, filled: Record<string, string>): Promise<HttpAnswer> {
  const form = findForm(await answer.text(), answer.url, Object.keys(filled)[0] ?? '');
  if (!form) throw new CollectingError('PARTNER_CHANGED', 'a form is missing');
  return http.postForm(form.action, { ...form.fields, ...filled });
}

const messageOf = (page: string): string | undefined =>
  findTags(page, 'p').find(({ attributes }) => attributes['class'] === 'message')?.attributes['data-code'];

const failures = {
  'sign-in-refused': 'CREDENTIALS_INVALID',
  'password-expired': 'PASSWORD_EXPIRED',
  'account-blocked': 'ACCOUNT_BLOCKED',
} as const;

/** @throws {CollectingError} what the page says instead of the customer's name */
function requireWelcome(page: string): void {
  if (findTags(page, 'h1').some(({ attributes }) => attributes['id'] === 'bienvenue')) return;
  const message = messageOf(page);
  if (message !== undefined && message in failures)
    throw new CollectingError(failures[message as keyof typeof failures]);
  throw new CollectingError('PARTNER_CHANGED', 'the page after the sign-in is not known');
}

type Invoice = { number: string; date: string; file: URL };

const invoicesOf = (page: string, url: URL): Invoice[] =>
  findTags(page, 'a').flatMap(({ attributes }) => {
    const { 'data-number': number, 'data-date': date, href } = attributes;
    return number && date && href ? [{ number, date, file: new URL(href, url) }] : [];
  });

function nextPage(page: string, url: URL): URL | undefined {
  const href = findTags(page, 'a').find(({ attributes }) => attributes['rel'] === 'next')?.attributes['href'];
  return href === undefined ? undefined : new URL(href, url);
}

const present = ({ http }: Run, { number, date, file }: Invoice): CollectedDocument => ({
  identity: number,
  title: `Facture ${date.slice(0, 7)}`,
  fileName: `Facture ${number}.pdf`,
  ...{ type: 'FACTA', date },
  async *open() {
    const answer = await http.get(file);
    if (answer.status !== 200) throw new CollectingError('PARTNER_CHANGED', 'an invoice is missing');
    yield* answer.bytes();
  },
});
