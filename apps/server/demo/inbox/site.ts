import { createHash } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Log } from '../../src/platform/log.ts';
import { readAssets, type Assets } from './assets.ts';
import type { Filter, Messages } from './messages.ts';
import { renderMailFrame, renderPage, type Answer } from './pages.ts';
import { receiveSms } from './sms-receiver.ts';
import { portOf, type Receiver } from './smtp-receiver.ts';
import { localeOf, type Locale } from './words.ts';

type Site = { messages: Messages; smsToken: string; log: Log; locale?: Locale };

const pageCsp =
  "default-src 'none'; style-src 'self'; script-src 'self'; connect-src 'self'; img-src 'self'; font-src 'self'; " +
  "frame-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'";
/** A mail runs nothing and loads nothing; its styles are its own. */
const mailCsp =
  "default-src 'none'; style-src 'unsafe-inline'; img-src data:; form-action 'none'; frame-ancestors 'self'; " +
  'sandbox allow-popups allow-popups-to-escape-sandbox';

/** The page and the interface of the inbox, and the SMS gateway. */
export async function startInboxSite(site: Site): Promise<Receiver> {
  const assets = await readAssets();
  const server = createServer((request, response) => void serve({ site, assets, request, response }));
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', resolve);
  });
  return { port: portOf(server.address()), stop: () => close(server) };
}

async function close(server: Server): Promise<void> {
  const closed = new Promise((resolve) => {
    server.close(resolve);
  });
  server.closeAllConnections();
  await closed;
}

type Exchange = { site: Site; assets: Assets; request: IncomingMessage; response: ServerResponse };

async function serve({ site, assets, request, response }: Exchange): Promise<void> {
  try {
    send(request, response, await answer({ site, assets, request }));
  } catch (error) {
    site.log.error({ err: error }, 'the demonstration inbox failed to answer');
    send(request, response, { status: 500 });
  }
}

async function answer({ site, assets, request }: Omit<Exchange, 'response'>): Promise<Answer> {
  // A page of another site that had its name point here must not read what is kept here.
  if (!/^(127\.0\.0\.1|localhost|\[::1\])(:\d+)?$/.test(request.headers.host ?? '')) return { status: 421 };
  const url = new URL(request.url ?? '/', 'http://inbox');
  if (url.pathname === '/sms') return receiveSms(request, site.messages, site.smsToken);
  if (request.method !== 'GET' && request.method !== 'HEAD') return { status: 405 };
  if (url.pathname === '/') return page(site, request, url.searchParams);
  if (url.pathname === '/api/messages') return list(site.messages, url.searchParams);
  if (url.pathname.startsWith('/messages/')) return mail(site.messages, url.pathname.slice('/messages/'.length));
  return assets.get(url.pathname) ?? { status: 404 };
}

function page({ messages, locale }: Site, request: IncomingMessage, query: URLSearchParams): Answer {
  const filter = filterOf(query) ?? {};
  const found = messages.list(filter);
  const chosen = query.get('message');
  const open = chosen === null ? found[0] : messages.find(chosen);
  const view = { filter, messages: found, open, isChosen: chosen !== null };
  const body = renderPage({ ...view, locale: locale ?? localeOf(request.headers['accept-language']) });
  return { status: 200, type: 'text/html; charset=utf-8', csp: pageCsp, body };
}

function list(messages: Messages, query: URLSearchParams): Answer {
  const filter = filterOf(query);
  if (!filter) return { status: 400 };
  return { status: 200, type: 'application/json', body: JSON.stringify({ items: messages.list(filter) }) };
}

/** Undefined when the channel is none. */
function filterOf(query: URLSearchParams): Filter | undefined {
  const to = query.get('to') ?? '';
  const channel = query.get('channel')?.toUpperCase() ?? '';
  const filter = to === '' ? {} : { to };
  if (channel === '') return filter;
  return channel === 'EMAIL' || channel === 'SMS' ? { ...filter, channel } : undefined;
}

function mail(messages: Messages, id: string): Answer {
  const message = messages.find(id);
  if (message?.html === undefined) return { status: 404 };
  return { status: 200, type: 'text/html; charset=utf-8', csp: mailCsp, body: renderMailFrame(message.html) };
}

function send(request: IncomingMessage, response: ServerResponse, { status, type, body = '', csp }: Answer): void {
  const etag = `"${createHash('sha256').update(body).digest('base64url')}"`;
  response.setHeader('content-security-policy', csp ?? "default-src 'none'; frame-ancestors 'none'");
  response.setHeader('x-content-type-options', 'nosniff');
  response.setHeader('referrer-policy', 'no-referrer');
  // The browser asks each time, and the same answer is not sent twice.
  response.setHeader('cache-control', 'no-cache');
  if (type !== undefined) response.setHeader('content-type', type);
  if (status === 200) response.setHeader('etag', etag);
  const isKnown = status === 200 && request.headers['if-none-match'] === etag;
  response.writeHead(isKnown ? 304 : status);
  response.end(isKnown || request.method === 'HEAD' ? undefined : body);
}
