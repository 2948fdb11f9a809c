import { once } from 'node:events';
import { connect, createServer } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { portOf } from '../../testing/instances/port-of.ts';
import { partnerTimeout } from './partner-timeout.ts';

const server = createServer();
beforeAll(async () => {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
});
afterAll(() => void server.close());

/** Keeps this process from hearing anybody. */
function work(ms: number): void {
  const end = performance.now() + ms;
  while (performance.now() < end);
}

it('is no limit on how busy this process is: a partner that has answered is heard', async () => {
  const { signal, stop } = partnerTimeout(150);
  const socket = connect(portOf(server), '127.0.0.1');
  const connected = once(socket, 'connect', { signal });
  work(600);
  await connected;
  expect(signal.aborted).toBe(false);
  stop();
  socket.destroy();
});

it('is one on how long a partner says nothing', async () => {
  const { signal } = partnerTimeout(150);
  const started = performance.now();
  await once(signal, 'abort');
  expect(performance.now() - started).toBeGreaterThanOrEqual(140);
});

it('ends with the wait for it', async () => {
  const { signal, stop } = partnerTimeout(30);
  stop();
  const { signal: later } = partnerTimeout(150);
  await once(later, 'abort');
  expect(signal.aborted).toBe(false);
});
