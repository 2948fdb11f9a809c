import { randomBytes } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { text } from 'node:stream/consumers';
import type { Clock } from '../../src/platform/time/clock.ts';
import { codeLifeMs, hasTrouble, invoiceCount, settled, type PartnerAccount } from './accounts.ts';
import { listInvoices } from './invoices.ts';
import * as pages from './pages.ts';

export type PartnerSite = {
  /** All accounts, and whether the trouble of each has ended. */
  accounts(): ReadonlyArray<{ account: PartnerAccount; isSettled: boolean }>;
  settle(login: string, isSettled: boolean): Promise<void>;
  clock: Clock;
  invoiceFile(period: string): Promise<Buffer>;
  /** One more sign-in of an account: how many there were, with this one. */
  countVisit(login: string): Promise<number>;
};

/** The session of one browser: from its first page on. */
type Session = {
  csrf: string;
  account: PartnerAccount | null;
  codeSentAt: number;
  isSignedIn: boolean;
  invoices: number;
};

type Visit = { site: PartnerSite; session: Session; url: URL; request: IncomingMessage; response: ServerResponse };

const pageSize = 10;
const slowMs = 1_500;

/** Answers as a supplier's customer area does: sign-in by a form, cookie, CSRF token, one-time code, pages of invoices. */
export function openSite(site: PartnerSite): (request: IncomingMessage, response: ServerResponse) => Promise<void> {
  const sessions = new Map<string, Session>();
  return async (request, response) => {
    const url = new URL(request.url ?? '/', 'http://partner.invalid');
    const known = /(?:^|; )lumen=([\w-]+)/.exec(request.headers.cookie ?? '')?.[1];
    const session = (known === undefined ? undefined : sessions.get(known)) ?? begin(sessions, response);
    if (session.account?.behaviour === 'slow') await wait(slowMs);
    await answer({ site, session, url, request, response });
  };
}

function begin(sessions: Map<string, Session>, response: ServerResponse): Session {
  const id = randomBytes(18).toString('base64url');
  const session = {
    csrf: randomBytes(18).toString('base64url'),
    account: null,
    codeSentAt: 0,
    isSignedIn: false,
    invoices: 0,
  };
  sessions.set(id, session);
  const [oldest] = sessions.keys();
  if (sessions.size > 1_000 && oldest !== undefined) sessions.delete(oldest);
  response.setHeader('set-cookie', `lumen=${id}; Path=/; HttpOnly; SameSite=Lax`);
  return session;
}

async function answer(visit: Visit): Promise<void> {
  const { request, url } = visit;
  const call = `${request.method} ${url.pathname}`;
  if (call === 'GET /' || call === 'GET /connexion') return show(visit, pages.signInPage(visit.session.csrf, null));
  if (request.method === 'POST') return receive(visit, new URLSearchParams(await text(request)));
  if (call === 'GET /comptes') return showAccounts(visit);
  if (call === 'GET /code') return showCode(visit, null);
  if (call === 'GET /code/renvoi') return show(visit, pages.codeAgainPage(visit.session.csrf));
  if (!visit.session.isSignedIn) return redirect(visit, '/connexion');
  if (call === 'GET /bienvenue') return show(visit, pages.welcomePage());
  if (call === 'GET /factures') return showInvoices(visit);
  if (url.pathname.startsWith('/factures/')) return sendInvoice(visit);
  return show(visit, pages.strangePage(), 404);
}

function receive(visit: Visit, form: URLSearchParams): Promise<void> | void {
  const { session, url } = visit;
  if (form.get('csrf') !== session.csrf) return show(visit, pages.strangePage(), 403);
  if (url.pathname === '/connexion') return signIn(visit, form);
  if (url.pathname === '/comptes') return settleAccount(visit, form);
  if (url.pathname === '/code') return checkCode(visit, form.get('code') ?? '');
  if (url.pathname !== '/code/renvoi') return show(visit, pages.strangePage(), 404);
  session.codeSentAt = visit.site.clock.now().getTime();
  return showCode(visit, 'code-sent');
}

function signIn(visit: Visit, form: URLSearchParams): Promise<void> | void {
  const { session, site } = visit;
  const login = form.get('login')?.trim().toLowerCase();
  const known = site.accounts().find(({ account }) => account.login === login);
  const account = known?.isSettled ? settled(known.account) : known?.account;
  const refuse = (message: pages.Message) => show(visit, pages.signInPage(session.csrf, message));
  if (!account || account.password !== form.get('password')) return refuse('sign-in-refused');
  if (account.behaviour === 'password-expired') return refuse('password-expired');
  if (account.behaviour === 'blocked') return refuse('account-blocked');
  if (account.behaviour === 'down') return show(visit, pages.unavailablePage(), 503);
  session.account = account;
  if (account.mfa === null) return enter(visit, account);
  session.codeSentAt = site.clock.now().getTime();
  return redirect(visit, '/code');
}

function showAccounts(visit: Visit): void {
  const { session, site } = visit;
  const listed = site.accounts().filter(({ account }) => hasTrouble(account));
  show(visit, pages.accountsPage(session.csrf, listed));
}

async function settleAccount(visit: Visit, form: URLSearchParams): Promise<void> {
  const login = form.get('login');
  const known = visit.site.accounts().find(({ account }) => account.login === login && hasTrouble(account));
  if (!known) return show(visit, pages.strangePage(), 404);
  await visit.site.settle(known.account.login, !known.isSettled);
  redirect(visit, '/comptes');
}

async function enter(visit: Visit, account: PartnerAccount): Promise<void> {
  const visits = await visit.site.countVisit(account.login);
  visit.session.isSignedIn = true;
  visit.session.invoices = invoiceCount(account.behaviour, visits);
  redirect(visit, '/bienvenue');
}

function checkCode(visit: Visit, code: string): Promise<void> | void {
  const { account, codeSentAt } = visit.session;
  if (!account) return redirect(visit, '/connexion');
  const ageMs = visit.site.clock.now().getTime() - codeSentAt;
  if (ageMs > codeLifeMs(account.behaviour)) return showCode(visit, 'code-expired');
  return code === account.mfa ? enter(visit, account) : showCode(visit, 'code-wrong');
}

function showCode(visit: Visit, message: pages.Message | null): void {
  const { session } = visit;
  if (!session.account) return redirect(visit, '/connexion');
  const seconds = codeLifeMs(session.account.behaviour) / 1_000;
  show(visit, pages.codePage(session.csrf, { message, seconds }));
}

function invoicesOf({ site, session }: Visit) {
  const last = site.clock.now().toISOString().slice(0, 7);
  return listInvoices(last, session.invoices);
}

function showInvoices(visit: Visit): void {
  if (visit.session.account?.behaviour === 'breaks') return show(visit, pages.strangePage());
  const all = invoicesOf(visit);
  const page = Math.max(1, Number(visit.url.searchParams.get('page')) || 1);
  const invoices = all.slice((page - 1) * pageSize, page * pageSize);
  show(
    visit,
    pages.invoicesPage({ invoices, next: all.length > page * pageSize ? page + 1 : null, total: all.length }),
  );
}

async function sendInvoice(visit: Visit): Promise<void> {
  const invoice = invoicesOf(visit).find(({ number }) => visit.url.pathname === `/factures/${number}.pdf`);
  if (!invoice) return show(visit, pages.strangePage(), 404);
  const file = await visit.site.invoiceFile(invoice.period);
  visit.response.writeHead(200, { 'content-type': 'application/pdf', 'content-length': file.length }).end(file);
}

function show({ response }: Visit, page: string, status = 200): void {
  response
    .writeHead(status, {
      ...{ 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' },
      'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'",
    })
    .end(page);
}

function redirect({ response }: Visit, to: string): void {
  response.writeHead(303, { location: to }).end();
}
