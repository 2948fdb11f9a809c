import { once } from 'node:events';
import { Agent, request, type IncomingMessage } from 'node:http';
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { fastify } from 'fastify';
import { expect, it } from 'vitest';
import { portOf } from '../../../testing/instances/port-of.ts';
import { drainOnClose } from './drain.ts';
import { pace } from '../../../testing/pace.ts';

async function listenWith(graceMs: number) {
  const app = fastify();
  drainOnClose(app, graceMs);
  app.get('/slow', async () => {
    await sleep(150);
    return 'done';
  });
  app.post('/slow', async ({ body }) => body);
  await app.listen({ port: 0, host: '127.0.0.1' });
  return { app, port: portOf(app.server) };
}

it('lets a request end, and then its connection that would be kept alive', async () => {
  const { app, port } = await listenWith(10_000 * pace);
  const agent = new Agent({ keepAlive: true });
  const call = request({ port, path: '/slow', agent }).end();
  await once(app.server, 'request');
  const started = performance.now();
  const closed = app.close();
  const [answer] = (await once(call, 'response')) as [IncomingMessage];
  expect(answer.statusCode).toBe(200);
  answer.resume();
  await closed;
  // Long before the grace is over.
  expect(performance.now() - started).toBeLessThan(8_000 * pace);
  agent.destroy();
});

it('cuts off a request that never ends', async () => {
  const { app, port } = await listenWith(200);
  const socket = connect(port, '127.0.0.1');
  socket.write('POST /slow HTTP/1.1\r\nhost: safe\r\ncontent-type: text/plain\r\ncontent-length: 100\r\n\r\nhalf');
  await once(app.server, 'connection');
  await sleep(50);
  const ended = once(socket.resume(), 'close');
  await expect(app.close()).resolves.toBeUndefined();
  await ended;
});
