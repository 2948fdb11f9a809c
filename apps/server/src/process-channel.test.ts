import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openChannel, type Channel } from './process-channel.ts';
import type { ChannelChildCalls } from './testing/instances/channel-child.ts';

let child: ChildProcess;
let channel: Channel<ChannelChildCalls>;

beforeEach(() => {
  child = fork(fileURLToPath(new URL('testing/instances/channel-child.ts', import.meta.url)), {
    serialization: 'advanced',
    execArgv: [],
  });
  channel = openChannel<ChannelChildCalls>(child, { name: async () => 'Camille' });
});
afterEach(() => void child.kill('SIGKILL'));

it('answers each question with its own answer', async () => {
  expect(await Promise.all([channel.ask('sum', [1, 2]), channel.ask('sum', [3, 4]), channel.ask('sum', [])])).toEqual([
    ...[3, 7, 0],
  ]);
});

it('is asked by the other end as well, while it waits', async () => {
  expect(await channel.ask('greet', null)).toBe('Hello Camille');
});

it('tells that the other end failed, and goes on', async () => {
  await expect(channel.ask('fail', null)).rejects.toThrow('this cannot be');
  expect(await channel.ask('sum', [1])).toBe(1);
});

it('tells that the other end ended before it answered, or before it was asked', async () => {
  const ended = once(child, 'exit');
  await expect(channel.ask('end', null)).rejects.toThrow('the other process ended');
  await ended;
  await expect(channel.ask('sum', [1])).rejects.toThrow(/closed/i);
});

it('refuses what cannot be sent', async () => {
  const unsendable = [() => 1] as unknown as number[];
  await expect(channel.ask('sum', unsendable)).rejects.toThrow(/cloned/);
  expect(await channel.ask('sum', [2])).toBe(2);
});
