import { once } from 'node:events';
import { createServer, type Server, type ServerResponse } from 'node:http';
import { createServer as createTcpServer, type Server as TcpServer } from 'node:net';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { resolveByServers } from '../src/platform/collecting/reach.ts';
import { portOf } from '../src/testing/instances/port-of.ts';
import { visit } from '../src/testing/people/visit.ts';

const partnerName = 'nas.partner.example';
const account = { login: 'camille', password: 'Dossier-partagé-2026!' };

/** The answers of name servers: a run asks them, whatever they answered when the owner typed the name. */
const names: Record<string, string[]> = {
  'rebinds.partner.example': ['127.0.0.1'],
  'half.partner.example': ['203.0.114.7', '127.0.0.1'],
  'six.partner.example': ['::1'],
  'mapped.partner.example': ['::ffff:192.168.1.10'],
  'translated.partner.example': ['64:ff9b::a00:1'],
  'metadata.google.internal': ['169.254.169.254'],
};
const resolve = async (host: string) => names[host] ?? resolveByServers(host);

/** A server of this machine that no collector is meant for, and how many connections it took. */
let inside: TcpServer;
let connections = 0;
/** The server of the partner, which collectors may reach by its name. */
let partner: Server;
let asked = 0;
let answer: (response: ServerResponse) => void;
beforeAll(async () => {
  inside = createTcpServer((socket) => {
    connections += 1;
    socket.destroy();
  });
  partner = createServer((_request, response) => {
    asked += 1;
    answer(response);
  });
  for (const server of [inside, partner]) {
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
  }
});
afterAll(() => {
  inside.close();
  partner.closeAllConnections();
  partner.close();
});
beforeEach(() => {
  [connections, asked] = [0, 0];
  answer = (response) => void response.writeHead(500).end();
});

const local = () => ({
  standIns: [{ host: partnerName, port: 443, isAt: portOf(partner) }],
  loopbackPorts: [],
});
const visitWebdav = (url: string) =>
  visit({ agentId: 'webdav', credentials: { ...account, url }, local: local(), resolve });
const visitPartner = () => visitWebdav(`https://${partnerName}/dav`);

/** The ways of bringing a collector to a place: the owner types it, or the partner leads there. */
const ways = {
  /** The address of a server of WebDAV. */
  address: (to: string) => visitWebdav(to),
  /** The host of a server of SFTP, as it was typed. */
  host: (to: string) =>
    visit({ agentId: 'sftp', credentials: { ...account, host: to, port: portOf(inside) }, local: local(), resolve }),
  redirect: (to: string) => {
    answer = (response) => void response.writeHead(302, { location: to }).end();
    return visitPartner();
  },
  list: (to: string) => {
    answer = (response) =>
      void response.writeHead(207).end(`<?xml version="1.0"?><d:multistatus xmlns:d="DAV:"><d:response>
        <d:href>${to}</d:href><d:propstat><d:prop><d:resourcetype/><d:getcontentlength>20</d:getcontentlength>
        </d:prop><d:status>HTTP/1.1 200 OK</d:status></d:propstat></d:response></d:multistatus>`);
    return visitPartner();
  },
};

// PORT is that of the server inside.
it.each<[keyof typeof ways, string]>([
  ['address', 'https://169.254.169.254/latest/meta-data/'],
  ['address', 'https://127.0.0.1:PORT/'],
  ['address', 'https://0x7f.1:PORT/'],
  ['address', 'https://0x7f000001:PORT/'],
  ['address', 'https://2130706433:PORT/'],
  ['address', 'https://017700000001:PORT/'],
  ['address', 'https://127。0。0。1:PORT/'],
  ['address', 'https://[::1]:PORT/'],
  ['address', 'https://[::ffff:127.0.0.1]:PORT/'],
  ['address', 'https://[64:ff9b::7f00:1]:PORT/'],
  ['address', 'https://[2002:7f00:1::1]:PORT/'],
  ['address', 'https://[fe80::1]:PORT/'],
  ['address', 'https://[fd12:3456:789a::1]:PORT/'],
  ['address', 'https://localhost:PORT/'],
  ['address', 'https://rebinds.partner.example:PORT/'],
  ['address', 'https://half.partner.example:PORT/'],
  ['address', 'https://six.partner.example:PORT/'],
  ['address', 'https://mapped.partner.example/'],
  ['address', 'https://translated.partner.example/'],
  ['address', 'https://metadata.google.internal/'],
  ['host', '127.0.0.1'],
  ['host', '127.0.0.1.'],
  ['host', '127.1'],
  ['host', '0x7f.1'],
  ['host', '0.0.0.0'],
  ['host', '::1'],
  ['host', 'LOCALHOST.'],
  ['host', '10.0.0.5'],
  ['host', '172.16.0.1'],
  ['host', '192.168.1.1'],
  ['host', '100.64.0.1'],
  ['host', 'rebinds.partner.example'],
  ['redirect', 'http://169.254.169.254/latest/meta-data/'],
  ['redirect', 'http://[::1]:PORT/'],
  ['redirect', 'http://0x7f.1:PORT/'],
  ['redirect', 'https://localhost:PORT/'],
  ['redirect', '//10.0.0.5/'],
  ['redirect', 'http://metadata.google.internal/'],
  ['redirect', 'https://rebinds.partner.example:PORT/'],
  ['redirect', `http://${partnerName}/`],
  ['redirect', `https://${partnerName}:PORT/`],
  ['redirect', 'https://www.example.org/'],
  ['list', 'https://169.254.169.254/latest/a.pdf'],
  ['list', 'http://127.0.0.1:PORT/a.pdf'],
  ['list', 'http://[::1]:PORT/a.pdf'],
  ['list', '//10.0.0.1/dav/a.pdf'],
  ['list', 'https://www.example.org/dav/a.pdf'],
])('a collector is led by no %s to %s', async (way, to) => {
  const visited = await ways[way](to.replace('PORT', String(portOf(inside))));
  expect(visited).toMatchObject({ code: 'HOST_REFUSED', documents: [] });
  expect([connections, asked]).toEqual([0, way === 'redirect' || way === 'list' ? 1 : 0]);
});

it('a collector reaches the partner that is meant', async () => {
  answer = (response) => void response.writeHead(207).end('<d:multistatus xmlns:d="DAV:"/>');
  expect(await visitPartner()).toMatchObject({ code: null });
  expect(asked).toBeGreaterThan(0);
});
