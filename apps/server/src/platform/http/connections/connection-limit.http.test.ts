import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { holdRequest } from '../../../testing/uploads/held-requests.ts';
import { pace } from '../../../testing/pace.ts';
import { portOf } from '../../../testing/instances/port-of.ts';
import { createTestApp, type TestApp } from '../../../testing/test-app.ts';

const headersMs = 1_500;

let t: TestApp;
let port: number;
beforeAll(async () => {
  t = await createTestApp({ settings: { connectionLimits: { headersMs, mostOfAddress: 20 } } });
  await t.app.listen({ port: 0, host: '127.0.0.1' });
  port = portOf(t.app.server);
});
afterAll(() => t.close());

const open: Socket[] = [];
afterEach(() => {
  for (const socket of open.splice(0)) socket.destroy();
});

function dial(from: string): Socket {
  const socket = connect({ port, host: '127.0.0.1', localAddress: from });
  socket.on('error', () => {});
  open.push(socket);
  return socket;
}

async function healthOf(from: string): Promise<number> {
  const request = holdRequest({ port, from, head: ['GET /health HTTP/1.1', 'host: x', 'connection: close'] });
  open.push(request.socket);
  return request.status;
}

describe('headers that drip', () => {
  it('end the connection once their time is over, with 408, however they come', async () => {
    const startMs = performance.now();
    const socket = dial('127.0.9.1');
    let heard = '';
    socket.on('data', (bytes: Buffer) => (heard += bytes.toString()));
    socket.write('GET /health HTTP/1.1\r\nhost: x\r\n');
    const drip = setInterval(() => socket.write('x-a: b\r\n'), 100);
    await once(socket, 'close');
    clearInterval(drip);
    expect(performance.now() - startMs).toBeGreaterThanOrEqual(headersMs);
    expect(performance.now() - startMs).toBeLessThan((headersMs + 3_000) * pace);
    expect(heard).toMatch(/^HTTP\/1\.1 408 Request Timeout\r\n/);
    expect(heard).toContain('"code":"RequestTimeout"');
  });

  it('are not waited for on a connection that says nothing', async () => {
    const startMs = performance.now();
    const socket = dial('127.0.9.2');
    socket.resume();
    await once(socket, 'close');
    expect(performance.now() - startMs).toBeLessThan((headersMs + 3_000) * pace);
  });
});

describe('the connections of a client address', () => {
  it('are no more than its number; another address has its own, and what is closed is free', async () => {
    const many = Array.from({ length: 60 }, () => dial('127.0.9.3'));
    let closed = 0;
    for (const socket of many) socket.resume().on('close', () => closed++);
    await expect.poll(() => closed).toBe(40);
    expect(await healthOf('127.0.9.3')).toBe(0);
    const startMs = performance.now();
    expect(await healthOf('127.0.9.4')).toBe(200);
    expect(performance.now() - startMs).toBeLessThan(300 * pace);
    for (const socket of many) socket.destroy();
    await expect.poll(() => healthOf('127.0.9.3')).toBe(200);
  });

  it('stay open between requests for as long as before', async () => {
    const socket = dial('127.0.9.5');
    const request = 'GET /health HTTP/1.1\r\nhost: x\r\n\r\n';
    socket.write(request);
    await once(socket, 'data');
    await wait(2 * headersMs);
    socket.write(request);
    const [bytes] = (await once(socket, 'data')) as [Buffer];
    expect(bytes.toString()).toMatch(/^HTTP\/1\.1 200/);
  });
});
