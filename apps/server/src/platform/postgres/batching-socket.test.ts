import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';
import { setImmediate as immediate } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { portOf } from '../../testing/instances/port-of.ts';
import { BatchingSocket } from './batching-socket.ts';

it('sends the statements of one turn in one piece, in their order', async () => {
  const pieces: string[] = [];
  const server = createServer((socket: Socket) => socket.on('data', (piece) => pieces.push(piece.toString())));
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const socket = new BatchingSocket();
  await once(socket.connect(portOf(server), '127.0.0.1'), 'connect');
  const state = async (text: string) => {
    socket.cork();
    socket.write(text);
    socket.write(';');
    socket.uncork();
  };
  await Promise.all(['begin', 'insert', 'select'].map(state));
  await immediate();
  await state('commit');
  await immediate();
  socket.resume().end();
  await once(socket, 'close');
  expect(pieces.join('')).toBe('begin;insert;select;commit;');
  expect(pieces.length).toBeLessThanOrEqual(2);
  expect(pieces[0]).toMatch(/^begin;insert;select;/);
  server.close();
});
