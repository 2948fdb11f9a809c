import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { describe, expect, it } from 'vitest';
import { longAnswers, makeFairLine } from '../../turns/fair-line.ts';
import { holdTurn } from './hold-turn.ts';

const party = 'an owner';

/** An answer that is on its way to a caller. */
const answer = () => ({ raw: new ServerResponse(new IncomingMessage(new Socket())) });

/** The caller leaves, as Node says it of an answer. */
function leave({ raw }: ReturnType<typeof answer>): void {
  raw.destroyed = true;
  raw.emit('close');
}

describe('a turn', () => {
  it('is given to nobody who had left before', async () => {
    const line = makeFairLine(longAnswers);
    for (let asked = 0; asked < longAnswers.waitingAtMost; asked++) {
      const left = answer();
      leave(left);
      await expect(holdTurn(line, party, left)).rejects.toMatchObject({ code: 'ServiceUnavailable' });
    }
    await expect(holdTurn(line, party, answer())).resolves.toBeUndefined();
  });

  it('is given back by who leaves at the instant in which it comes', async () => {
    const line = makeFairLine(longAnswers);
    for (let asked = 0; asked < longAnswers.waitingAtMost; asked++) {
      const leaving = answer();
      const held = holdTurn(line, party, leaving);
      leave(leaving);
      await held;
    }
    await expect(holdTurn(line, party, answer())).resolves.toBeUndefined();
  });

  it('goes to the next caller of the party when one of two has left', async () => {
    const line = makeFairLine(longAnswers);
    const [first, second, third] = [answer(), answer(), answer()];
    await holdTurn(line, party, first);
    await holdTurn(line, party, second);
    let isHeld = false;
    const waiting = holdTurn(line, party, third).then(() => (isHeld = true));
    await new Promise(setImmediate);
    expect(isHeld).toBe(false);
    leave(first);
    await waiting;
  });
});
