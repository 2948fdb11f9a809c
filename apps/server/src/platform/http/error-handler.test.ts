import { EventEmitter, once } from 'node:events';
import { connect, type AddressInfo } from 'node:net';
import Fastify from 'fastify';
import { pino } from 'pino';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { answerError } from './error-handler.ts';

let levels: number[];
let app: ReturnType<typeof makeApp>;

/** Fails as a stream does whose connection is closed before its first byte has left. */
function makeApp(begun: EventEmitter) {
  const log = pino({ level: 'debug' }, { write: (line: string) => void levels.push(JSON.parse(line).level) });
  const server = Fastify({ loggerInstance: log });
  server.setErrorHandler((error, request, reply) => {
    answerError(error, request, reply);
    begun.emit('answered');
  });
  server.get('/', async (_request, reply) => {
    const closed = once(reply.raw, 'close');
    begun.emit('asked');
    await closed;
    throw Object.assign(new Error('Premature close'), { code: 'ERR_STREAM_PREMATURE_CLOSE' });
  });
  return server;
}

let seen: EventEmitter;
beforeEach(() => {
  levels = [];
  seen = new EventEmitter();
  app = makeApp(seen);
});
afterEach(() => app.close());

it('reports no fault of the server where a caller leaves before the answer begins', async () => {
  await app.listen({ port: 0, host: '127.0.0.1' });
  const [asked, answered] = [once(seen, 'asked'), once(seen, 'answered')];
  const caller = connect((app.server.address() as AddressInfo).port, '127.0.0.1');
  caller.write('GET / HTTP/1.1\r\nHost: localhost\r\n\r\n');
  await asked;
  caller.destroy();
  await answered;
  expect(Math.max(...levels)).toBeLessThan(40);
});
