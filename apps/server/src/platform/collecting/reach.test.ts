import { createSocket, type Socket } from 'node:dgram';
import { lookup } from 'node:dns/promises';
import { once } from 'node:events';
import { isIP } from 'node:net';
import { networkInterfaces } from 'node:os';
import { afterEach, describe, expect, it } from 'vitest';
import type { Manifest } from '@perenne/collecting/manifest';
import { isPublicAddress } from './addresses.rules.ts';
import {
  HostRefused,
  HostUnknown,
  judgeHost,
  noLocalReach,
  ownAddresses,
  resolveByServers,
  routeTo,
  type Resolve,
} from './reach.ts';

/** The answers of a partner's resolver. */
const names: Record<string, string[]> = {
  'metadata.google.internal': ['169.254.169.254'],
  'intranet.partner.example': ['10.20.30.40'],
  'rebinds.partner.example': ['203.0.114.7', '127.0.0.1'],
  'six.partner.example': ['::1'],
  'mapped.partner.example': ['::ffff:192.168.1.10'],
  'translated.partner.example': ['64:ff9b::a00:1'],
  'nas.partner.example': ['203.0.114.7'],
};
const resolve: Resolve = async (host) => names[host] ?? resolveByServers(host);
const rules = { resolve, local: noLocalReach };

const typed = {
  fields: [],
  reaches: [{ host: { fromField: 'host' }, port: 443, security: 'tls' }],
} satisfies Pick<Manifest, 'fields' | 'reaches'>;

const ways = [
  ...['169.254.169.254', '169.254.169.254.', '169.254.42.42', '0xa9fea9fe', '2852039166', '0251.0376.0251.0376'],
  ...['[::1]', '::1', '0:0:0:0:0:0:0:1', '[::]', '::', '127.0.0.1', '127.0.0.1.', '127.1', '127.255.255.254', '0x7f.1'],
  ...['0x7f000001', '2130706433', '017700000001', '0177.0.0.1', '0', '0.0.0.0', 'localhost', 'LOCALHOST', 'localhost.'],
  ...[
    '127。0。0。1',
    '１２７.0.0.1',
    '10.0.0.5',
    '172.16.0.1',
    '172.31.255.255',
    '192.168.1.1',
    '100.64.0.1',
    '198.18.0.1',
  ],
  ...['192.0.0.8', '224.0.0.1', '240.0.0.1', '255.255.255.255', '[::ffff:127.0.0.1]', '[::ffff:7f00:1]'],
  ...['::ffff:169.254.169.254', '::127.0.0.1', '64:ff9b::7f00:1', '64:ff9b:1::a9fe:a9fe', '2002:7f00:1::1'],
  ...['2002:a9fe:a9fe::1', '2001:0:7f00:1::1', '2001:db8::1', 'fe80::1', 'fe80::1%lo', 'febf::1', 'fc00::1'],
  ...['fd12:3456:789a::1', 'fec0::1', 'ff02::1', '100::1', 'metadata.google.internal', 'intranet.partner.example'],
  ...['rebinds.partner.example', 'six.partner.example', 'mapped.partner.example', 'translated.partner.example'],
  ...[
    'user@127.0.0.1',
    '127.0.0.1:443',
    'http://127.0.0.1/',
    '127.0.0.1/..',
    'nas.partner.example@127.0.0.1',
    ' 127.0.0.1 ',
  ],
];

describe.each(ways)('an owner who types “%s”', (host) => {
  it('is not connected to it', async () => {
    const asked = { manifest: typed, credentials: { host } };
    await expect(routeTo({ host, port: 443, security: 'tls' }, asked, rules)).rejects.toThrow(/host/);
  });

  it('is not let create such a collector', async () => {
    expect(await judgeHost(host, { ...rules, port: 443 })).not.toBe('allowed');
  });
});

it('holds more than thirty ways', () => {
  expect(new Set(ways).size).toBeGreaterThan(60);
});

describe('a host that the manifest does not name', () => {
  const fixed = {
    fields: [],
    reaches: [
      { host: 'www.partner.example', port: 443, security: 'tls' },
      { host: { fromField: 'host' }, port: { fromField: 'port', default: 22 }, security: 'plain' },
    ],
  } satisfies Pick<Manifest, 'fields' | 'reaches'>;
  const anywhere: Resolve = async () => ['203.0.114.7'];

  it.each([
    ['another name', 'www.example.org', 443, 'tls'],
    ['a name below it', 'files.www.partner.example', 443, 'tls'],
    ['the name above it', 'partner.example', 443, 'tls'],
    ['a name that begins alike', 'www.partner.example.evil.example', 443, 'tls'],
    ['a name that ends alike', 'evil-www.partner.example', 443, 'tls'],
    ['its address', '203.0.114.7', 443, 'tls'],
    ['another port', 'www.partner.example', 8443, 'tls'],
    ['no TLS', 'www.partner.example', 443, 'plain'],
    ['the port of mails', 'nas.partner.example', 25, 'plain'],
    ['a user before it', 'www.partner.example@evil.example', 443, 'tls'],
    ['nothing', '.', 443, 'tls'],
  ] as const)('is refused: %s', async (_what, host, port, security) => {
    const asked = { manifest: fixed, credentials: { host: 'nas.partner.example' } };
    const route = routeTo({ host, port, security }, asked, { resolve: anywhere, local: noLocalReach });
    await expect(route).rejects.toBeInstanceOf(HostRefused);
  });

  it('is reached by the name however it is written, and by the port that its owner gave', async () => {
    const asked = { manifest: fixed, credentials: { host: 'NAS.partner.example.', port: 2222 } };
    const go = (host: string, port: number, security: 'tls' | 'plain') =>
      routeTo({ host, port, security }, asked, { resolve: anywhere, local: noLocalReach });
    expect(await go('WWW.Partner.Example', 443, 'tls')).toMatchObject({ port: 443, tlsName: 'www.partner.example' });
    expect(await go('nas.partner.example', 2222, 'plain')).toMatchObject({ port: 2222, tlsName: null });
  });
});

describe('an address that an owner types', () => {
  const manifest: Pick<Manifest, 'fields' | 'reaches'> = {
    fields: [
      { name: 'url', type: 'url', label: { fr: 'x', en: 'x' }, required: true, secret: false, tellsAccount: true },
    ],
    reaches: [{ host: { fromField: 'url' }, port: { fromField: 'url', default: 443 }, security: 'tls' }],
  };
  const anywhere: Resolve = async () => ['203.0.114.7'];
  const go = (url: string, host: string, port: number) =>
    routeTo(
      { host, port, security: 'tls' },
      { manifest, credentials: { url } },
      { resolve: anywhere, local: noLocalReach },
    );

  it.each([
    ['https://nas.partner.example/dav', 'nas.partner.example', 443],
    ['https://NAS.partner.example:8443/dav', 'nas.partner.example', 8443],
  ])('leads to its host and its port: %s', async (url, host, port) => {
    expect(await go(url, host, port)).toMatchObject({ port, tlsName: host });
  });

  it.each([
    ['https://nas.partner.example/', 'other.partner.example', 443],
    ['https://nas.partner.example/', 'nas.partner.example', 8443],
    ['https://nas.partner.example:8443/', 'nas.partner.example', 443],
    ['https://other.example@nas.partner.example/', 'other.example', 443],
    ['https://nas.partner.example/?https://other.example/', 'other.example', 443],
    ['https://', 'nas.partner.example', 443],
  ])('leads nowhere else: %s to %s:%d', async (url, host, port) => {
    await expect(go(url, host, port)).rejects.toBeInstanceOf(HostRefused);
  });

  it.each(['127.0.0.1', '0x7f.1', '2130706433', '[::1]', '[::ffff:169.254.169.254]', '169.254.169.254', '10.0.0.1'])(
    'is refused where it is no address of the internet: %s',
    async (host) => {
      const { hostname } = new URL(`https://${host}/`);
      const route = routeTo(
        { host: hostname, port: 443, security: 'tls' },
        { manifest, credentials: { url: `https://${host}/` } },
        { resolve, local: noLocalReach },
      );
      await expect(route).rejects.toThrow(/host/);
    },
  );
});

describe('a name', () => {
  it('is resolved once, and the connection goes to what it was then', async () => {
    let asked = 0;
    const rebinding: Resolve = async () => (++asked === 1 ? ['203.0.114.7'] : ['127.0.0.1']);
    const credentials = { host: 'rebinds.partner.example' };
    const destination = { host: 'rebinds.partner.example', port: 443, security: 'tls' } as const;
    const rebound = { resolve: rebinding, local: noLocalReach };
    const route = await routeTo(destination, { manifest: typed, credentials }, rebound);
    expect([asked, route.addresses]).toEqual([1, ['203.0.114.7']]);
    await expect(routeTo(destination, { manifest: typed, credentials }, rebound)).rejects.toBeInstanceOf(HostRefused);
  });
});

describe('an address of the internet that this machine has', () => {
  const own = () => ['127.0.0.1', '::1', 'fe80::1', '203.0.114.7', '2a01:e0a::7'];
  const itself = { ...rules, own };

  it.each(['203.0.114.7', '203.0.114.7.', '0xcb007207', 'nas.partner.example', '2a01:e0a::7', '2A01:0e0a:0:0::0007'])(
    'is refused as those of its network are: %s',
    async (host) => {
      expect(await judgeHost(host, { ...itself, port: 443 })).toBe('refused');
      const asked = { manifest: typed, credentials: { host } };
      const route = routeTo({ host, port: 443, security: 'tls' }, asked, itself);
      await expect(route).rejects.toBeInstanceOf(HostRefused);
    },
  );

  it.each(['203.0.114.8', '2a01:e0a::8'])('is not the one beside it: %s', async (host) => {
    expect(await judgeHost(host, { ...itself, port: 443 })).toBe('allowed');
  });

  it('is known from the system, whenever it is asked', () => {
    const known = Object.values(networkInterfaces()).flatMap((each) => each ?? []);
    expect(known.length).toBeGreaterThan(0);
    expect(ownAddresses()).toEqual(known.map(({ address }) => address));
  });

  it('leaves the demonstration the ports of its own servers', async () => {
    const local = { standIns: [], loopbackPorts: [40_002] };
    expect(await judgeHost('127.0.0.1', { ...itself, local, port: 40_002 })).toBe('allowed');
    expect(await judgeHost('203.0.114.7', { ...itself, local, port: 40_002 })).toBe('refused');
  });
});

describe('the demonstration', () => {
  const local = { standIns: [{ host: 'www.partner.example', port: 443, isAt: 40_001 }], loopbackPorts: [40_002] };
  const go = (host: string, port: number) =>
    routeTo(
      { host, port, security: 'plain' },
      {
        manifest: {
          fields: [],
          reaches: [
            { host: { fromField: 'host' }, port: { fromField: 'port', default: 22 }, security: 'plain' },
            { host: 'www.partner.example', port: 443, security: 'plain' },
          ],
        },
        credentials: { host, port },
      },
      { resolve, local },
    );

  it('puts a stand-in in the place of a partner, and allows the ports of its servers', async () => {
    expect(await go('www.partner.example', 443)).toEqual({ addresses: ['127.0.0.1'], port: 40_001, tlsName: null });
    expect(await go('127.0.0.1', 40_002)).toMatchObject({ addresses: ['127.0.0.1'], port: 40_002 });
  });

  it.each([
    ['127.0.0.1', 40_001],
    ['127.0.0.1', 5432],
    ['::1', 40_002],
    ['10.0.0.5', 40_002],
    ['169.254.169.254', 40_002],
  ])('allows nothing else of this machine and its network: %s port %d', async (host, port) => {
    await expect(go(host, port)).rejects.toBeInstanceOf(HostRefused);
  });
});

it.each(['203.0.114.7', '8.8.8.8', '172.32.0.1', '100.128.0.1', '192.169.0.1', '2a01:e0a::1', '2606:4700::1111'])(
  'an address of the internet stays one: %s',
  (address) => {
    expect([isIP(address) > 0, isPublicAddress(address)]).toEqual([true, true]);
  },
);

describe('a name that an owner types', () => {
  const servers: Socket[] = [];
  afterEach(() => {
    for (const server of servers.splice(0)) server.close();
  });
  /** A name server on this machine: it answers each question with this code (RFC 1035), or with nothing. */
  async function nameServer(code: number | null): Promise<string> {
    const server = createSocket('udp4', (question, from) => {
      if (code === null) return;
      const answer = Buffer.from(question);
      answer.writeUInt16BE(0x8180 | code, 2);
      server.send(answer, from.port, from.address);
    });
    servers.push(server);
    server.bind(0, '127.0.0.1');
    await once(server, 'listening');
    return `127.0.0.1:${server.address().port}`;
  }
  const reasonOf = (name: string, server: string): Promise<unknown> =>
    resolveByServers(name, [server]).catch((error: unknown) => error);

  it.each([
    ['is gone where its server says so', 3, true],
    ['is gone where it has no address', 0, true],
    ['is unknown where its server fails', 2, false],
  ])('%s', async (_what, code, isGone) => {
    const reason = await reasonOf('nas.partner.example', await nameServer(code));
    expect(reason).toBeInstanceOf(HostUnknown);
    expect(reason).toMatchObject({ isGone });
  });

  it('is unknown where its server is silent, and keeps no other from being looked up meanwhile', async () => {
    const server = await nameServer(null);
    let answered = 0;
    const asked = Array.from({ length: 40 }, (_, index) =>
      reasonOf(`nas-${index}.partner.example`, server).finally(() => (answered += 1)),
    );
    expect((await lookup('localhost')).address).toMatch(/^(?:127\.0\.0\.1|::1)$/);
    expect(answered).toBe(0);
    for (const reason of await Promise.all(asked)) expect(reason).toMatchObject({ name: 'HostUnknown', isGone: false });
  });
});
