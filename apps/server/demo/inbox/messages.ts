import { newId } from '../../src/platform/identifiers.ts';
import type { Clock } from '../../src/platform/time/clock.ts';

export type Channel = 'EMAIL' | 'SMS';

export type Message = {
  id: string;
  channel: Channel;
  to: string;
  subject?: string;
  text: string;
  html?: string;
  /** ISO 8601, in UTC. */
  sentAt: string;
};

export type Filter = { to?: string; channel?: Channel };

export type Messages = {
  add(message: Omit<Message, 'id' | 'sentAt'>): void;
  /** Newest first. */
  list(filter: Filter): Message[];
  find(id: string): Message | undefined;
};

/** The demonstration's messages, in memory: beyond `limit` the oldest are forgotten. */
export function openMessages(clock: Clock, limit = 2_000): Messages {
  const newestFirst: Message[] = [];
  return {
    add: (message) => {
      newestFirst.unshift({ id: newId(clock), ...message, sentAt: clock.now().toISOString() });
      newestFirst.splice(limit);
    },
    list: ({ to, channel }) =>
      newestFirst.filter(
        (message) => (channel === undefined || message.channel === channel) && (to === undefined || isTo(message, to)),
      ),
    find: (id) => newestFirst.find((message) => message.id === id),
  };
}

/** Addresses without regard to case; numbers by their digits, since the `+` of an address bar is a space. */
function isTo({ channel, to }: Message, wanted: string): boolean {
  if (channel === 'EMAIL') return to.toLowerCase() === wanted.trim().toLowerCase();
  return !wanted.includes('@') && digits(to) === digits(wanted);
}

const digits = (text: string) => text.replace(/\D/g, '');
