import { readFile } from 'node:fs/promises';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { errors, type Provider } from 'oidc-provider';
import { readLocale, type Locale } from '../../src/platform/http/locale.ts';
import type { Log } from '../../src/platform/log.ts';
import type { DemoIdentity } from './identities.ts';
import { errorPage, gonePage, signInPage } from './pages.ts';
import { basePath } from './provider.ts';
import { refusalOf } from './strictness.ts';

export type Site = {
  provider: Provider;
  identities: readonly DemoIdentity[];
  /** The application's origin: its sign-ins go back there by a form. */
  clientOrigin: string;
  log: Log;
};

type Exchange = { site: Site; request: IncomingMessage; response: ServerResponse };

const assets: Record<string, { type: string; file: URL }> = {
  '/federation.css': { type: 'text/css; charset=utf-8', file: new URL('./page/federation.css', import.meta.url) },
  '/sign-out.js': { type: 'text/javascript; charset=utf-8', file: new URL('./page/sign-out.js', import.meta.url) },
};

/** Serves on a server that listens already: the protocol must know its port. */
export function serveSite(server: Server, site: Site): void {
  const answer = site.provider.callback();
  server.on('request', (request, response) => {
    void serve({ site, request, response }, (inner) => void answer(inner, response));
  });
}

async function serve(exchange: Exchange, protocol: (request: IncomingMessage) => void): Promise<void> {
  const { site, response } = exchange;
  try {
    await route(exchange, protocol);
  } catch (error) {
    site.log.error({ err: error }, 'the federation of the demonstration failed to answer');
    if (!response.headersSent) response.writeHead(500);
    response.end();
  }
}

async function route(exchange: Exchange, protocol: (request: IncomingMessage) => void): Promise<void> {
  const { request, response, site } = exchange;
  // A page of another site that had its name point here must not act as this one.
  if (!/^(127\.0\.0\.1|localhost|\[::1\])(:\d+)?$/.test(request.headers.host ?? '')) return end(response, 421);
  const url = new URL(request.url ?? '/', 'http://federation');
  addHeaders(exchange);
  const asset = Object.hasOwn(assets, url.pathname) ? assets[url.pathname] : undefined;
  if (asset) return end(response, 200, { type: asset.type, body: await readFile(asset.file) });
  if (!url.pathname.startsWith(`${basePath}/`)) return end(response, 404);
  const path = url.pathname.slice(basePath.length);
  const locale = readLocale(request.headers['accept-language']);
  if (path.startsWith('/interaction/')) return signIn(exchange, url.pathname, locale);
  const refusal = refusalOf(path, url.searchParams);
  if (refusal !== null) {
    site.log.info({ refusal }, 'the federation of the demonstration refused a request');
    return end(response, 400, page(errorPage(locale, { reason: refusal, home: site.clientOrigin })));
  }
  // The protocol is at its root, and finds in `originalUrl` where it is mounted.
  Object.assign(request, { originalUrl: request.url, url: `${path}${url.search}` });
  protocol(request);
}

function addHeaders({ site, response }: Exchange): void {
  const policy = [
    "default-src 'none'",
    "style-src 'self'",
    "script-src 'self'",
    'img-src data:',
    `form-action 'self' ${site.clientOrigin}`,
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ];
  response.setHeader('content-security-policy', policy.join('; '));
  response.setHeader('x-content-type-options', 'nosniff');
  response.setHeader('referrer-policy', 'no-referrer');
  response.setHeader('cache-control', 'no-store');
}

async function signIn({ site, request, response }: Exchange, action: string, locale: Locale): Promise<void> {
  const { provider, identities } = site;
  if (!(await isUnderWay(site, request, response)))
    return end(response, 410, page(gonePage(locale, site.clientOrigin)));
  if (request.method !== 'POST') return end(response, 200, page(signInPage({ locale, action, identities })));
  const typed = await readForm(request);
  if (typed.get('answer') === 'cancel') {
    const refusal = { error: 'access_denied', error_description: 'User auth aborted' };
    return provider.interactionFinished(request, response, refusal);
  }
  const login = typed.get('login') ?? '';
  const person = identities.find((each) => each.login === login && each.password === typed.get('password'));
  if (!person) return end(response, 401, page(signInPage({ locale, action, identities, refused: login })));
  const result = { login: { accountId: person.sub, acr: 'eidas1', amr: ['pwd'], remember: true } };
  return provider.interactionFinished(request, response, result, { mergeWithLastSubmission: false });
}

async function isUnderWay({ provider }: Site, request: IncomingMessage, response: ServerResponse): Promise<boolean> {
  try {
    await provider.interactionDetails(request, response);
    return true;
  } catch (error) {
    if (error instanceof errors.SessionNotFound) return false;
    throw error;
  }
}

const longestForm = 10_000;

async function readForm(request: IncomingMessage): Promise<URLSearchParams> {
  let text = '';
  for await (const chunk of request.setEncoding('utf8')) {
    text += String(chunk);
    if (text.length > longestForm) throw new Error('the form is too long');
  }
  return new URLSearchParams(text);
}

const page = (body: string) => ({ type: 'text/html; charset=utf-8', body });

function end(response: ServerResponse, status: number, content?: { type: string; body: string | Buffer }): void {
  response.writeHead(status, content ? { 'content-type': content.type } : {});
  response.end(content?.body);
}
