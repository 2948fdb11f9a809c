import type { ChildProcess, SendHandle } from 'node:child_process';
import type { Server } from 'node:net';

/** The process itself, where it was forked; or the one that it forked. */
type End = Partial<Pick<ChildProcess, 'send'>> & {
  on(event: 'message', listener: (message: unknown, handle?: SendHandle) => void): unknown;
  once(event: 'disconnect', listener: () => void): unknown;
};

/** The calls that one end answers to the other; a listening server may come with the question. */
type Calls = Record<string, (given: never, server: Server | undefined) => Promise<unknown>>;

type Question = { id: number; question: string; given: unknown };
type Answer = { id: number; value: unknown } | { id: number; failed: string };

export type Channel<Theirs extends Calls> = {
  /** @throws {Error} they failed, or ended before they answered */
  ask<Q extends keyof Theirs & string>(
    question: Q,
    given: Parameters<Theirs[Q]>[0],
    server?: Server,
  ): Promise<Awaited<ReturnType<Theirs[Q]>>>;
};

/** Questions and answers over the channel between a process and one that it forked, in any order. */
export function openChannel<Theirs extends Calls>(end: End, ours: Calls): Channel<Theirs> {
  const waiting = new Map<number, PromiseWithResolvers<never>>();
  let asked = 0;
  const send = (message: Question | Answer, server?: Server) => {
    end.send?.(message, server, {}, (error) => {
      if (error) settle({ id: message.id, failed: error.message });
    });
  };
  const settle = (message: Answer) => {
    const answered = waiting.get(message.id);
    waiting.delete(message.id);
    if ('failed' in message) answered?.reject(new Error(message.failed));
    else answered?.resolve(message.value as never);
  };
  const answer = async ({ id, question, given }: Question, server?: Server) => {
    try {
      send({ id, value: await ours[question]?.(given as never, server) });
    } catch (error) {
      send({ id, failed: error instanceof Error ? error.message : 'unknown' });
    }
  };
  end.on('message', (received, handle) => {
    const message = received as Question | Answer;
    if ('question' in message) void answer(message, handle as Server | undefined);
    else settle(message);
  });
  end.once('disconnect', () => {
    for (const { reject } of waiting.values()) reject(new Error('the other process ended'));
    waiting.clear();
  });
  return {
    ask: async (question, given, server) => {
      const id = ++asked;
      send({ id, question, given }, server);
      const answered = Promise.withResolvers<never>();
      waiting.set(id, answered);
      return answered.promise;
    },
  };
}
