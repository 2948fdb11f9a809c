import { once } from 'node:events';
import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeOwner, type TestOwner } from '../../testing/people/makers.ts';
import { portOf } from '../../testing/instances/port-of.ts';
import { createTestApp, type TestApp } from '../../testing/test-app.ts';

const header = 'strict-transport-security';
const twoYears = 'max-age=63072000; includeSubDomains';
const bodyLimits = { longestMs: 30_000, slowest: { bytesPerSecond: 8_000, overSeconds: 1 } };

let test: TestApp;
beforeAll(async () => {
  test = await createTestApp({ settings: { bodyLimits } });
  await test.app.listen({ port: 0, host: '127.0.0.1' });
});
afterAll(() => test.close());

/** The answer of the server to these bytes, until it closes the connection. */
async function answerTo(bytes: string): Promise<string> {
  const socket = connect(portOf(test.app.server), '127.0.0.1');
  let answer = '';
  socket.on('data', (part: Buffer) => (answer += part.toString()));
  socket.write(bytes);
  await once(socket, 'close');
  return answer;
}

const beginUpload = ({ headers }: TestOwner): string =>
  [
    ...['POST /backend/api/v1/documents HTTP/1.1', 'host: x', `authorization: ${headers['authorization']}`],
    ...['content-type: multipart/form-data; boundary=x', 'content-length: 9000', '', '--x\r\n'],
  ].join('\r\n');

describe('Strict-Transport-Security', () => {
  it.each([
    ['/health', 200],
    ['/runtime_conf.json', 200],
    ['/backend/openapi.json', 200],
    ['/verifier.html', 200],
    ['/backend/api/v1/nothing', 404],
    ['/assets/nothing.js', 404],
    ['/backend/api/v1/documents', 401],
    ['/backend/api/v1/documents/%E0%A4%A', 404],
  ])('is on every answer: %s', async (url, status) => {
    const { headers, statusCode } = await test.app.inject({ url });
    expect([statusCode, headers[header]]).toEqual([status, twoYears]);
  });

  it.each<[string, number, (owner: TestOwner) => string]>([
    ['what is no HTTP', 400, () => 'nothing that is HTTP\r\n\r\n'],
    ['a request without a host', 400, () => 'GET /health HTTP/1.1\r\n\r\n'],
    ['an expectation that nobody knows', 400, () => 'GET /health HTTP/1.1\r\nhost: x\r\nexpect: more\r\n\r\n'],
    ['a file that comes too slowly', 408, beginUpload],
  ])('is on an answer to %s', async (_what, status, bytesOf) => {
    const answer = await answerTo(bytesOf(await makeOwner(test)));
    expect(answer).toContain(`HTTP/1.1 ${status} `);
    expect(answer).toContain(`\r\n${header}: ${twoYears}\r\n`);
    expect(answer).toContain('\r\nx-content-type-options: nosniff\r\n');
    expect(answer).toContain(`\r\n\r\n{"status":${status},`);
  });

  it('is on an answer to HTTP/1.0, which needs no host', async () => {
    const answer = await answerTo('GET /health HTTP/1.0\r\n\r\n');
    expect(answer).toContain(`HTTP/1.1 200 OK\r\n`);
    expect(answer).toContain(`\r\n${header}: ${twoYears}\r\n`);
  });

  it('is on an answer to a body that waits for leave to come', async () => {
    const asked = 'POST /backend/api/v1/login HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\n';
    const answer = await answerTo(`${asked}content-length: 2\r\nconnection: close\r\nexpect: 100-continue\r\n\r\n{}`);
    expect(answer).toMatch(/^HTTP\/1\.1 100 Continue\r\n\r\nHTTP\/1\.1 400 /);
    expect(answer).toContain('"field":"email"');
    expect(answer).toContain(`\r\n${header}: ${twoYears}\r\n`);
  });
});
