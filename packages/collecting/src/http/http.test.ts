import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { connect as connectTcp } from 'node:net';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { pace } from '../../../../scripts/testing/machine.mjs';
import { CollectingError } from '../failures.ts';
import type { Run } from '../run.ts';
import { CookieJar } from './cookies.ts';
import { decodeEntities, findForm, findTags } from './html.ts';
import { openHttp } from './http.ts';

let server: Server;
let answer: (request: IncomingMessage, response: ServerResponse) => void | Promise<void>;
const asked: string[] = [];
beforeAll(async () => {
  server = createServer((request, response) => {
    asked.push(`${request.method} ${request.headers.host}${request.url}`);
    void answer(request, response);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

/** Every host is the server of this test. */
const connect: Run['connect'] = async () => {
  const address = server.address();
  const socket = connectTcp(typeof address === 'object' ? (address?.port ?? 0) : 0, '127.0.0.1');
  await once(socket, 'connect');
  return socket;
};
const http = () => openHttp(connect, new AbortController().signal);
const codeOf = async (work: Promise<unknown>) =>
  work.then(
    () => null,
    (error: unknown) => (error instanceof CollectingError ? error.code : error),
  );

describe('a browser without scripts', () => {
  it('sends a form with its hidden fields, keeps the cookie, and follows to the next page', async () => {
    const seen: unknown[] = [];
    answer = async (request, response) => {
      if (request.method === 'POST') {
        seen.push(await text(request));
        response.writeHead(303, { location: '/in', 'set-cookie': 'sid=1; Path=/; HttpOnly' }).end();
      } else if (request.url === '/in') {
        seen.push(request.headers.cookie);
        response.end('welcome');
      } else response.end('<form action="/in?a=1&amp;b=2"><input name="t" value="x&quot;y"><input name=login></form>');
    };
    const browser = http();
    const page = await browser.get('https://www.partner.example/');
    const form = findForm(await page.text(), page.url, 'login');
    expect(form?.action.href).toBe('https://www.partner.example/in?a=1&b=2');
    const after = await browser.postForm(form?.action ?? '', { ...form?.fields, login: 'camille & co' });
    expect([after.status, after.url.pathname, await after.text()]).toEqual([200, '/in', 'welcome']);
    expect(seen).toEqual(['t=x%22y&login=camille+%26+co', 'sid=1']);
  });

  it('says nothing of one host to another, and sends no form twice', async () => {
    const seen: unknown[] = [];
    answer = (request, response) => {
      seen.push([request.method, request.headers.host, request.headers['x-key'], request.headers.cookie]);
      if (request.url === '/out') response.writeHead(307, { location: 'https://other.example/' }).end();
      else response.end();
    };
    await http().send({
      url: 'https://www.partner.example/out',
      method: 'POST',
      body: 'a=1',
      headers: { 'x-key': 'k' },
    });
    expect(seen).toEqual([
      ['POST', 'www.partner.example', 'k', undefined],
      ['GET', 'other.example', undefined, undefined],
    ]);
  });

  it.each([
    ['5xx', (_q: IncomingMessage, r: ServerResponse) => void r.writeHead(502).end(), 'PARTNER_UNAVAILABLE'],
    ['a cut', (_q: IncomingMessage, r: ServerResponse) => void r.destroy(), 'PARTNER_UNAVAILABLE'],
    [
      'no end of redirects',
      (_q: IncomingMessage, r: ServerResponse) => void r.writeHead(302, { location: '/' }).end(),
      'PARTNER_CHANGED',
    ],
    [
      'another protocol',
      (_q: IncomingMessage, r: ServerResponse) => void r.writeHead(302, { location: 'file:///etc/passwd' }).end(),
      'PARTNER_CHANGED',
    ],
  ])('gives up by a code at %s', async (_what, work, code) => {
    answer = work;
    expect(await codeOf(http().get('https://www.partner.example/'))).toBe(code);
  });

  it('asks again by another connection where the server has closed the one that waited, and sends no form twice', async () => {
    const served = new WeakSet<object>();
    const forms: string[] = [];
    answer = async (request, response) => {
      if (request.method === 'POST') forms.push(await text(request));
      // The end of a connection that has waited, as its client sees it.
      if (served.has(request.socket)) return void request.socket.destroy();
      served.add(request.socket);
      response.end('served');
    };
    const browser = http();
    const read = async () => (await browser.get('https://www.partner.example/')).text();
    expect([await read(), await read(), await read()]).toEqual(['served', 'served', 'served']);
    const sent = browser.postForm(new URL('https://www.partner.example/'), { a: '1' });
    expect([await codeOf(sent), forms]).toEqual(['PARTNER_UNAVAILABLE', ['a=1']]);
    answer = (request) => void request.socket.destroy();
    expect(await codeOf(browser.get('https://www.partner.example/'))).toBe('PARTNER_UNAVAILABLE');
  });

  it('reads no page without an end', async () => {
    answer = (_request, response) => void response.end(Buffer.alloc(6_000_000, 'x'));
    const page = await http().get('https://www.partner.example/');
    expect(await codeOf(page.text())).toBe('PARTNER_CHANGED');
  });
});

describe('cookies', () => {
  const url = new URL('https://www.partner.example/account/in');

  it('go where they came from, and nowhere else', () => {
    const jar = new CookieJar();
    jar.take(url, [
      'own=1',
      'all=2; Domain=partner.example; Path=/',
      'foreign=3; Domain=evil.example',
      'tld=4; Domain=example',
    ]);
    expect(jar.headerFor(url)).toBe('own=1; all=2');
    expect(jar.headerFor(new URL('https://files.partner.example/'))).toBe('all=2');
    expect(jar.headerFor(new URL('https://evilpartner.example/'))).toBeUndefined();
  });

  it('end when the partner says so, and are kept from plain HTTP where it asks for it', () => {
    const jar = new CookieJar();
    jar.take(url, ['a=1; Path=/; Secure', 'b=2; Path=/']);
    expect(jar.headerFor(new URL('http://www.partner.example/'))).toBe('b=2');
    jar.take(url, ['b=; Path=/; Max-Age=0', 'a=; Path=/; Expires=Thu, 01 Jan 1970 00:00:00 GMT']);
    expect(jar.headerFor(url)).toBeUndefined();
  });
});

describe('a page', () => {
  it('gives its tags with their attributes and text, however it is written', () => {
    const page = `<A HREF='/a?x=1&amp;y=2' data-n=7 hidden>Facture&nbsp;&#8364;&#x41;</A><abbr>no</abbr><a title="a > b">x</a>`;
    expect(findTags(page, 'a')).toEqual([
      { name: 'a', attributes: { href: '/a?x=1&y=2', 'data-n': '7', hidden: '' }, text: 'Facture\u00a0€A' },
      { name: 'a', attributes: { title: 'a > b' }, text: 'x' },
    ]);
    expect(decodeEntities('&bogus; &#0; &#xd800; &lt;')).toBe('&bogus; &#0; &#xd800; <');
  });

  it('is read in a time that grows with its length alone', () => {
    const started = performance.now();
    for (const hostile of [
      '<a '.repeat(60_000),
      `<a ${'x="'.repeat(60_000)}`,
      '<form '.repeat(60_000),
      '&#'.repeat(90_000),
    ]) {
      findTags(hostile, 'a');
      findForm(hostile, new URL('https://x.example'), 'login');
      decodeEntities(hostile);
    }
    expect(performance.now() - started).toBeLessThan(5_000 * pace);
  });
});
