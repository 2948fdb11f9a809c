import { connect } from 'node:net';
import { once } from 'node:events';
import { request, type IncomingMessage } from 'node:http';
import { json } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeOwner } from '../../testing/people/makers.ts';
import { createTestApp, type TestApp } from '../../testing/test-app.ts';
import { usualBodyLimits, usualConnectionLimits } from './server.ts';

let t: TestApp;
beforeAll(async () => {
  t = await createTestApp({ settings: { requestsPerMinute: 10, corsOrigins: ['https://other.example'] } });
  await t.app.listen({ port: 0, host: '127.0.0.1' });
});
afterAll(() => t.close());

describe('the coarse limit of an address', () => {
  it.each(['/backend/api/v1/user/profile', '/backend/api/v1/nothing', '/page', '/health'])(
    'counts %s, tokens or not',
    async (url) => {
      const remoteAddress = `10.0.0.${url.length}`;
      const answers = [];
      for (let call = 0; call < 12; call++) answers.push(await t.app.inject({ url, remoteAddress }));
      expect(answers.slice(0, 10).some(({ statusCode }) => statusCode === 429)).toBe(false);
      const refused = answers[10];
      expect(refused?.json()).toEqual({ status: 429, errors: [{ code: 'TooManyRequests' }] });
      expect(Number(refused?.headers['retry-after'])).toBeGreaterThan(0);
    },
  );

  it('believes no header about the address', async () => {
    const answers = [];
    for (let call = 0; call < 12; call++)
      answers.push(
        await t.app.inject({
          ...{ url: '/health', remoteAddress: '10.0.1.1' },
          headers: { 'x-forwarded-for': `192.0.2.${call}` },
        }),
      );
    expect(answers.at(-1)?.statusCode).toBe(429);
  });
});

describe('the address that a trusted proxy forwards', () => {
  let behind: TestApp;
  beforeAll(async () => {
    behind = await createTestApp({ settings: { requestsPerMinute: 10, trustedProxies: ['127.0.0.1', '10.9.0.0/16'] } });
  });
  afterAll(() => behind.close());

  const statusesOf = async (forwarded: (call: number) => string) => {
    const statuses = [];
    for (let call = 0; call < 11; call++)
      statuses.push(
        (await behind.app.inject({ url: '/health', headers: { 'x-forwarded-for': forwarded(call) } })).statusCode,
      );
    return statuses;
  };
  const refused = [...Array.from({ length: 10 }, () => 200), 429];

  it.each([
    ['with another port each time', (call: number) => `192.0.2.1:${40_000 + call}`],
    ['of version 6, in brackets, with another port', (call: number) => `[2001:db8::1]:${40_000 + call}`],
    ['through two proxies with ports', (call: number) => `192.0.2.${call}, 192.0.2.2:${call}, 10.9.0.1:${call}`],
  ])('is one client: %s', async (_how, forwarded) => {
    expect(await statusesOf(forwarded)).toEqual(refused);
  });

  it('is the proxy’s own where it forwards none: unknown', async () => {
    expect(await statusesOf((call) => `unknown-${call}`)).toEqual(refused);
    expect(await statusesOf(() => '192.0.2.3')).toEqual(refused);
  });
});

describe('pages of another origin', () => {
  const preflight = (origin: string) =>
    t.app.inject({
      ...{ method: 'OPTIONS', url: '/backend/api/v1/user', remoteAddress: '10.0.2.1' },
      headers: { origin, 'access-control-request-method': 'PUT', 'access-control-request-headers': 'authorization' },
    });

  it('may use every method when they are configured', async () => {
    const { headers } = await preflight('https://other.example');
    expect(headers['access-control-allow-origin']).toBe('https://other.example');
    expect(headers['access-control-allow-methods']).toContain('PATCH');
  });

  // A page in a sandbox, as the chatbot's, calls from the origin `null`.
  it.each(['https://evil.example', 'null'])('may use none when they are not: %s', async (origin) => {
    expect((await preflight(origin)).headers).not.toHaveProperty('access-control-allow-origin');
  });
});

describe('a call that takes no body', () => {
  it('refuses every field of one by its name, and takes an empty one', async () => {
    const owner = await makeOwner(t);
    const ask = async (payload: string, type = 'application/json') => {
      const headers = { ...owner.headers, 'content-type': type };
      const url = '/backend/api/v1/exports/00000000-0000-7000-8000-000000000000';
      const answer = await t.app.inject({ method: 'DELETE', url, remoteAddress: '10.0.4.1', payload, headers });
      return [answer.statusCode, answer.json().errors];
    };
    const gone = [404, [{ code: 'SafeboxExportNotFound' }]];
    const refused = (params: object, field?: string) => [
      400,
      [{ code: 'InvalidRequest', ...(field && { field }), params }],
    ];
    expect(await ask('{"force":true}')).toEqual(refused({ rule: 'unknown' }, 'force'));
    expect(await ask('[]')).toEqual(refused({ rule: 'type' }));
    expect(await ask('text', 'text/plain')).toEqual(refused({ rule: 'mediaType' }));
    expect(await ask('{}')).toEqual(gone);
    expect(await ask('')).toEqual(gone);
  });
});

describe('a body of a type that the call does not declare', () => {
  // The types that a form of any page can send.
  const types = ['multipart/form-data; boundary=x', 'text/plain', 'application/x-www-form-urlencoded'];
  const paths = ['login/passkey/begin', 'login'];

  it.each(paths.flatMap((path) => types.map((type) => [path, type] as const)))(
    'is refused by %s: %s',
    async (path, type) => {
      const answer = await t.app.inject({
        ...{ method: 'POST', url: `/backend/api/v1/${path}`, remoteAddress: `10.0.4.${2 + types.indexOf(type)}` },
        ...{ payload: '--x--\r\n', headers: { 'content-type': type } },
      });
      const errors = [{ code: 'InvalidRequest', params: { rule: 'mediaType' } }];
      expect([answer.statusCode, answer.json()]).toEqual([400, { status: 400, errors }]);
    },
  );
});

describe('what is no request', () => {
  it.each(['NONSENSE', `GET / HTTP/1.1\r\nhost: a\r\nlong: ${'x'.repeat(20_000)}\r\n\r\n`])(
    'is answered in the product’s shape: %#',
    async (text) => {
      const socket = connect((t.app.server.address() as AddressInfo).port, '127.0.0.1');
      await once(socket, 'connect');
      socket.write(text.includes('HTTP') ? text : `${text}\r\n\r\n`);
      const [answer] = (await once(socket, 'data')) as [Buffer];
      expect(answer.toString()).toContain(
        '{"status":400,"errors":[{"code":"InvalidRequest","params":{"rule":"http"}}]}',
      );
      expect(answer.toString()).toContain('x-content-type-options: nosniff');
      socket.destroy();
      await wait(0);
    },
  );

  it.each(['/', '/health', '/backend/api/v1/login'])(
    'is a request of %s with two hosts, and is refused whatever they are',
    async (path) => {
      for (const hosts of [
        ['a', 'b'],
        ['a', 'a'],
      ]) {
        const { port } = t.app.server.address() as AddressInfo;
        const headers = hosts.flatMap((host) => ['Host', host]);
        const call = request({
          port,
          host: '127.0.0.1',
          localAddress: '127.0.9.5',
          path,
          setHost: false,
          headers,
        }).end();
        const [answer] = (await once(call, 'response')) as [IncomingMessage];
        const errors = [{ code: 'InvalidRequest', params: { rule: 'http' } }];
        expect([answer.statusCode, await json(answer)]).toEqual([400, { status: 400, errors }]);
      }
    },
  );

  it('has every header where its address cannot be read', async () => {
    const { headers } = await t.app.inject({ url: '/backend/%zz', remoteAddress: '10.0.3.1' });
    expect(headers).toMatchObject({ 'x-content-type-options': 'nosniff', 'referrer-policy': 'no-referrer' });
  });
});

describe('a body of JSON', () => {
  it.each([
    ['latin 1', Buffer.from('{"email":"a@example.org","password":"Bouée-Rouge-58?!"}', 'latin1')],
    ['an overlong form', Buffer.from('7b22656d61696c223a22c0af227d', 'hex')],
    ['a surrogate', Buffer.from('7b22656d61696c223a22eda080227d', 'hex')],
  ])('is refused where it is not UTF-8: %s', async (_what, payload) => {
    const answer = await t.app.inject({
      ...{ method: 'POST', url: '/backend/api/v1/login', remoteAddress: '10.0.9.4', payload },
      headers: { 'content-type': 'application/json' },
    });
    const errors = [{ code: 'InvalidRequest', params: { rule: 'json' } }];
    expect([answer.statusCode, answer.json()]).toEqual([400, { status: 400, errors }]);
  });
});

describe('a method that no call takes', () => {
  const gone = [404, { status: 404, errors: [{ code: 'NotFound' }] }];

  it.each(['TRACE', 'PROPFIND', 'QUERY'])('is not found, and no fault of the server: %s', async (method) => {
    const { port } = t.app.server.address() as AddressInfo;
    for (const path of ['/', '/health', '/backend/api/v1/login']) {
      const call = request({ port, host: '127.0.0.1', localAddress: '127.0.9.3', method, path }).end();
      const [answer] = (await once(call, 'response')) as [IncomingMessage];
      expect([answer.statusCode, await json(answer)]).toEqual(gone);
    }
  });
});

describe('what no page and no form is', () => {
  it.each([
    ...['/assets/%00', '/assets/..%2f..%2fpackage.json', '/assets/%2e%2e%5c'],
    ...['/assets', '/assets/', '/assets/?a', '/assets/.', '/assets/nothing/', '/assets//'],
  ])('is not found, and no fault of the server: %s', async (url) => {
    for (const encoding of ['identity', 'gzip, br']) {
      const headers = { 'accept-encoding': encoding };
      const answer = await t.app.inject({ url, remoteAddress: `10.0.10.${url.length}`, headers });
      expect([answer.statusCode, answer.json()]).toEqual([404, { status: 404, errors: [{ code: 'NotFound' }] }]);
    }
  });

  it('is refused as a form: a boundary that is longer than boundaries are', async () => {
    const owner = await makeOwner(t);
    const answer = await t.app.inject({
      ...{ method: 'POST', url: '/backend/api/v1/documents', remoteAddress: '10.0.9.2', payload: 'x' },
      headers: { ...owner.headers, 'content-type': `multipart/form-data; boundary=${'b'.repeat(300)}` },
    });
    const errors = [{ code: 'InvalidRequest', params: { rule: 'multipart' } }];
    expect([answer.statusCode, answer.json()]).toEqual([400, { status: 400, errors }]);
  });
});

it('has the usual limits that are promised: 15 s for headers, 256 connections of an address, 8 KB/s over 30 s', () => {
  expect(usualConnectionLimits).toEqual({ headersMs: 15_000, mostOfAddress: 256 });
  expect(usualBodyLimits.slowest).toEqual({ bytesPerSecond: 8_000, overSeconds: 30 });
});
