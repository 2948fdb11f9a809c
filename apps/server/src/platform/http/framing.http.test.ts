import { connect, type AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '../../testing/test-app.ts';

let t: TestApp;
beforeAll(async () => {
  t = await createTestApp({ settings: { requestsPerMinute: 1 } });
  await t.app.listen({ port: 0, host: '127.0.0.1' });
});
afterAll(() => t.close());

/** Sends lines on one connection. Returns all that the server answers, once it has closed the connection. */
function exchange(localAddress: string, lines: readonly string[]): Promise<string> {
  const { port } = t.app.server.address() as AddressInfo;
  const socket = connect({ port, host: '127.0.0.1', localAddress });
  socket.write(lines.join('\r\n'));
  return text(socket);
}

const chunked = 'transfer-encoding: chunked';

// Two programs on the way may differ on where such a request ends, or on whom it is for.
it.each([
  ['of HTTP/1.0 with a body in chunks', '127.0.9.11', 'HTTP/1.0', ['host: a', chunked]],
  ['of HTTP/1.0 with a body in chunks, and no host', '127.0.9.12', 'HTTP/1.0', [chunked]],
  ['of HTTP/0.9 with a body in chunks', '127.0.9.13', 'HTTP/0.9', ['host: a', chunked]],
  ['of what calls itself HTTP/2.0, with a body in chunks', '127.0.9.14', 'HTTP/2.0', ['host: a', chunked]],
  ['with two hosts', '127.0.9.15', 'HTTP/1.1', ['host: a', 'host: b', chunked]],
  ['with an expectation that nobody knows', '127.0.9.16', 'HTTP/1.1', ['host: a', 'expect: tea', chunked]],
])('a request %s is refused with its connection: what follows is none', async (_what, address, version, framing) => {
  const answer = await exchange(address, [
    ...[`POST /health ${version}`, ...framing, 'connection: keep-alive', '', '2', '{}', '0', ''],
    ...['', 'GET /health HTTP/1.1', 'host: a', 'connection: close', '', ''],
  ]);
  expect(answer.match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 400']);
  expect(answer).toContain('{"status":400,"errors":[{"code":"InvalidRequest","params":{"rule":"http"}}]}');
  expect(answer).toContain('connection: close');
  // Its address has one request a minute, and none of these counted.
  expect((await t.app.inject({ url: '/health', remoteAddress: address })).statusCode).toBe(200);
});

it('a request of HTTP/1.0 without such a body is answered as any other, and one of HTTP/1.1 with one too', async () => {
  const old = await exchange('127.0.9.17', ['GET /health HTTP/1.0', '', '']);
  expect(old).toMatch(/^HTTP\/1\.1 200 /);
  const lines = ['POST /backend/api/v1/login HTTP/1.1', 'host: a', 'content-type: application/json', chunked];
  const body = await exchange('127.0.9.18', [...lines, 'connection: close', '', '2', '{}', '0', '', '']);
  expect(body).toContain('"field":"email","params":{"rule":"required"}');
});
