import { once } from 'node:events';
import { connect } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { portOf } from '../../../testing/instances/port-of.ts';
import { createTestEmployer } from '../../../testing/people/test-employer.ts';
import { createTestApp, type TestApp } from '../../../testing/test-app.ts';

let test: TestApp;
beforeAll(async () => {
  test = await createTestApp({
    settings: { bodyLimits: { longestMs: 30_000, slowest: { bytesPerSecond: 8_000, overSeconds: 1 } } },
  });
  await test.app.listen({ port: 0, host: '127.0.0.1' });
});
afterAll(() => test.close());

it('an import whose rows come too slowly is cut, though its answer has begun', async () => {
  const { headers } = await createTestEmployer(test);
  const socket = connect(portOf(test.app.server), '127.0.0.1');
  let answer = '';
  socket.on('data', (part: Buffer) => (answer += part.toString()));
  socket.write(
    [
      ...['POST /backend/api/v1/employer/employees HTTP/1.1', 'host: x', `authorization: ${headers.authorization}`],
      ...['content-type: application/x-ndjson', 'content-length: 9000', '', '{}\n'],
    ].join('\r\n'),
  );
  await once(socket, 'close');
  expect(answer).toMatch(/^HTTP\/1\.1 200 /);
  expect(answer).not.toContain(' 408 ');
  expect(test.logged.join('')).toContain('a body came too slowly');
});
