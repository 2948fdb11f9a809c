import process from 'node:process';
import { openChannel } from '../../process-channel.ts';

/** The other end in the tests of the channel. */
export type ChannelChildCalls = {
  sum(given: number[]): Promise<number>;
  fail(given: null): Promise<void>;
  end(given: null): Promise<void>;
  /** The answer when it asks for the name. */
  greet(given: null): Promise<string>;
};

const calls: ChannelChildCalls = {
  sum: async (given) => given.reduce((sum, each) => sum + each, 0),
  fail: async () => {
    throw new Error('this cannot be');
  },
  end: async () => process.exit(1),
  greet: async () => `Hello ${await channel.ask('name', null)}`,
};
const channel = openChannel<{ name(given: null): Promise<string> }>(process, calls);
