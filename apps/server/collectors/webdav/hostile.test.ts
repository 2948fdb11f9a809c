import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Json } from '@perenne/collecting/run';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { portOf } from '../../src/testing/instances/port-of.ts';
import { visit } from '../../src/testing/people/visit.ts';

const [login, password] = ['camille', 'Dossier-partagé-2026!'];
const content = '%PDF-1.4 a document\n';

let server: Server;
let port: number;
let answer: (request: IncomingMessage, response: ServerResponse) => void;
const asked: string[] = [];
beforeAll(async () => {
  server = createServer((request, response) => {
    asked.push(`${request.method} ${request.url} ${request.headers.authorization ? 'signed' : 'unsigned'}`);
    answer(request, response);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  port = portOf(server);
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});
beforeEach(() => void asked.splice(0));

const visitServer = ({ folder = 'f', ...more }: { since?: string; folder?: string; memory?: Json } = {}) =>
  visit({
    agentId: 'webdav',
    credentials: { url: `https://127.0.0.1:${port}/dav`, login, password, folder },
    local: { standIns: [{ host: '127.0.0.1', port, isAt: port }], loopbackPorts: [port] },
    ...more,
  });

type Line = { href: string; size?: number | null; modified?: string; isFolder?: boolean };

const lineOf = ({ href, size = content.length, modified = 'Thu, 01 Oct 2026 10:00:00 GMT', isFolder }: Line) => `
<d:response><d:href>${href}</d:href><d:propstat><d:prop>
<d:resourcetype>${isFolder ? '<d:collection/>' : ''}</d:resourcetype>
${size === null ? '' : `<d:getcontentlength>${size}</d:getcontentlength>`}<d:getlastmodified>${modified}</d:getlastmodified>
</d:prop><d:status>HTTP/1.1 200 OK</d:status></d:propstat></d:response>`;
const listOf = (lines: readonly Line[]) =>
  `<?xml version="1.0"?><d:multistatus xmlns:d="DAV:">${lines.map(lineOf).join('')}</d:multistatus>`;

/** A list, and the same content for every file of it. */
const listing = (body: string) => (request: IncomingMessage, response: ServerResponse) =>
  void (request.method === 'PROPFIND' ? response.writeHead(207).end(body) : response.end(content));

describe('a list', () => {
  it.each([
    [
      'declares an entity',
      '<!DOCTYPE d [<!ENTITY x SYSTEM "file:///etc/passwd">]><d:multistatus xmlns:d="DAV:">&x;</d:multistatus>',
    ],
    ['uses an entity that nobody declared', '<d:multistatus xmlns:d="DAV:">&x;</d:multistatus>'],
    ['is nested without an end', `<d:multistatus xmlns:d="DAV:">${'<a>'.repeat(5_000)}`],
    ['is a page', '<!doctype html><title>Connexion</title>'],
    ['is of something else', '<feed xmlns="http://www.w3.org/2005/Atom"/>'],
    ['is cut', listOf([{ href: '/dav/f/a.pdf' }]).slice(0, -30)],
    ['is no XML', '{}'],
    ['has a size that is none', listOf([{ href: '/dav/f/a.pdf', size: -1 }])],
    ['names a file of this machine', listOf([{ href: 'file:///etc/passwd' }])],
  ])('that %s is not taken for one', async (_what, body) => {
    answer = listing(body);
    expect(await visitServer()).toMatchObject({ code: 'PARTNER_CHANGED', documents: [] });
  });

  it('gives what lies in its folder, and no name that leads elsewhere', async () => {
    const names = [
      '../x.pdf',
      '%2e%2e/x.pdf',
      'a%2Fb.pdf',
      '%ff.pdf',
      '%00.pdf',
      '.x.pdf',
      'b/c.pdf',
      '',
      'ok%20%23.pdf',
    ];
    answer = listing(listOf([{ href: '/other/x.pdf' }, ...names.map((name) => ({ href: `/dav/f/${name}` }))]));
    const { code, documents } = await visitServer();
    expect([code, documents.map(({ fileName }) => fileName)]).toEqual([null, ['ok #.pdf']]);
  });

  it('is read with dates that no file has', async () => {
    answer = listing(
      listOf([
        { href: '/dav/f/1899.pdf', modified: 'Sun, 31 Dec 1899 10:00:00 GMT' },
        { href: '/dav/f/far.pdf', modified: '+020000-01-01T00:00:00Z' },
        { href: '/dav/f/none.pdf', modified: 'yesterday' },
      ]),
    );
    const { code, documents } = await visitServer({ since: '1900-01-01' });
    expect([code, documents.map(({ fileName, date }) => [fileName, date])]).toEqual([
      null,
      [
        ['far.pdf', undefined],
        ['none.pdf', undefined],
      ],
    ]);
  });

  it('with nothing new is all that is read', async () => {
    answer = listing(listOf(Array.from({ length: 40 }, (_, at) => ({ href: `/dav/f/${at}.pdf` }))));
    const first = await visitServer();
    expect([first.documents.length, asked.length]).toEqual([40, 41]);
    asked.splice(0);
    const { memory } = first;
    expect(await visitServer({ memory })).toEqual({ code: null, documents: [], memory, asked: 0 });
    expect(asked).toEqual(['PROPFIND /dav/f/ signed']);
  });

  it('of a folder in itself is not followed for ever', async () => {
    answer = ({ url = '' }, response) =>
      void response.writeHead(207).end(
        listOf([
          { href: url, isFolder: true },
          { href: `${url}again/`, isFolder: true },
        ]),
      );
    expect(await visitServer()).toMatchObject({ code: null, documents: [] });
    expect(asked).toHaveLength(9);
  });
});

describe('a folder that its server calls otherwise', () => {
  it.each([
    ['in other letters', '/DAV/F/', 'F'],
    ['in decomposed letters', '/dav/E%CC%81te%CC%81/', 'Été'],
    ['without its last slash', '/dav/f', 'f'],
  ])('than was asked, %s, is read', async (_what, href, folder) => {
    answer = listing(listOf([{ href, isFolder: true }, { href: `${href.replace(/\/$/, '')}/a.pdf` }]));
    const { code, documents } = await visitServer({ folder: folder.toLowerCase() });
    expect([code, documents.map(({ fileName }) => fileName)]).toEqual([null, ['a.pdf']]);
  });

  it('is read where the answer came from', async () => {
    const list = listing(listOf([{ href: '/files/f/', isFolder: true }, { href: '/files/f/a.pdf' }]));
    answer = (request, response) =>
      request.url?.startsWith('/dav')
        ? void response.writeHead(301, { location: '/files/f' }).end()
        : list(request, response);
    const { code, documents } = await visitServer();
    expect([code, documents.map(({ fileName }) => fileName)]).toEqual([null, ['a.pdf']]);
  });

  it('is not taken for an empty one where nothing of the list lies in it', async () => {
    answer = listing(listOf([{ href: '/elsewhere/', isFolder: true }, { href: '/elsewhere/a.pdf' }]));
    expect(await visitServer()).toMatchObject({ code: 'PARTNER_CHANGED', documents: [] });
  });
});

describe('an answer', () => {
  it.each([
    [401, 'CREDENTIALS_INVALID'],
    [403, 'CREDENTIALS_INVALID'],
    [404, 'FOLDER_NOT_FOUND'],
    [405, 'FOLDER_NOT_FOUND'],
    [429, 'PARTNER_UNAVAILABLE'],
    [500, 'PARTNER_UNAVAILABLE'],
    [503, 'PARTNER_UNAVAILABLE'],
  ])('of %d is %s', async (status, code) => {
    answer = (_request, response) => void response.writeHead(status).end();
    expect((await visitServer()).code).toBe(code);
  });

  it('that sends us to another place of the same server is followed, and to another server is not', async () => {
    answer = (request, response) =>
      request.url?.startsWith('/dav')
        ? void response.writeHead(301, { location: '/files/f/' }).end()
        : listing(listOf([]))(request, response);
    expect((await visitServer()).code).toBeNull();
    expect(asked).toEqual(['PROPFIND /dav/f/ signed', 'PROPFIND /files/f/ signed']);
    for (const location of ['https://www.example.org/', `http://127.0.0.1:${port}/dav/f/`, 'https://127.0.0.1/']) {
      asked.splice(0);
      answer = (_request, response) => void response.writeHead(302, { location }).end();
      expect((await visitServer()).code).toBe('HOST_REFUSED');
      expect(asked).toHaveLength(1);
    }
  });

  it.each([
    [
      'is cut',
      (response: ServerResponse) => void response.writeHead(200, { 'content-length': 20 }).end('%PDF').destroy(),
    ],
    ['is shorter than its list says', (response: ServerResponse) => void response.end('%PDF')],
    ['is longer than its list says', (response: ServerResponse) => void response.end(content.repeat(2))],
  ])('with a file that %s gives nothing of it', async (_what, give) => {
    const list = listing(listOf([{ href: '/dav/f/a.pdf' }]));
    answer = (request, response) => (request.method === 'PROPFIND' ? list(request, response) : give(response));
    expect(await visitServer()).toMatchObject({ code: 'PARTNER_UNAVAILABLE', documents: [] });
  });

  const [recent, older] = [
    { href: '/dav/f/a.pdf' },
    { href: '/dav/f/b.pdf', modified: 'Wed, 30 Sep 2026 10:00:00 GMT' },
  ];
  const bare = (response: ServerResponse) => {
    response.removeHeader('content-length');
    response.useChunkedEncodingByDefault = false;
    response.end(content);
  };

  it.each<[string, (response: ServerResponse) => unknown, Line?]>([
    ['may not be read', (response) => response.writeHead(403).end()],
    ['is locked', (response) => response.writeHead(423).end()],
    ['makes the server fail', (response) => response.writeHead(500).end()],
    ['is not at hand', (response) => response.writeHead(503).end()],
    ['answers what no file does', (response) => response.writeHead(206).end(content.repeat(400_000))],
    ['is cut', (response) => response.writeHead(200, { 'content-length': 20 }).end('%PDF').destroy()],
    ['is shorter than its list says', (response) => response.end('%PDF')],
    ['is longer than its list says', (response) => response.end(content.repeat(2))],
    ['has no length anywhere', bare, { ...recent, size: null }],
  ])('with a file that %s leaves that file for the next run, and gives the older ones', async (_what, give, line) => {
    const list = listing(listOf([line ?? recent, older]));
    answer = (request, response) => void (request.url === recent.href ? give(response) : list(request, response));
    const { code, documents, memory } = await visitServer();
    expect([code, documents.map(({ fileName, text }) => [fileName, text])]).toEqual([null, [['b.pdf', content]]]);
    // As if the other one had been listed alone: this one is looked at again.
    answer = listing(listOf([older]));
    expect((await visitServer()).memory).toEqual(memory);
  });

  it('with files that the list gives no length of brings them', async () => {
    answer = listing(listOf([{ ...recent, size: null }]));
    const { code, documents } = await visitServer();
    expect([code, documents.map(({ text }) => text)]).toEqual([null, [content]]);
  });

  it('that asks to come more slowly ends the run', async () => {
    const list = listing(listOf([recent, older]));
    answer = (request, response) =>
      void (request.url === recent.href ? response.writeHead(429).end() : list(request, response));
    expect(await visitServer()).toMatchObject({ code: 'PARTNER_UNAVAILABLE', documents: [] });
  });
});
