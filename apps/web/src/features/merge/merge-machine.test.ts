import { describe, expect, it } from 'vitest';
import { createActor } from 'xstate';
import { mergeMachine, type MergeEvent } from './merge-machine.ts';

const brought = { nbDocs: 3, trashed: 1, employers: ['Ateliers Martin'] };
const merged = { at: '2026-11-24T10:00:00Z', email: 'camille@example.org', nbDocs: 3 };

/** The state of a merge after these events. */
function after(...events: MergeEvent[]) {
  const actor = createActor(mergeMachine).start();
  for (const event of events) actor.send(event);
  return actor.getSnapshot();
}

const toConfirm: MergeEvent[] = [
  { type: 'SHOW', step: 'prove' },
  { type: 'DRAFT', email: 'camille@example.org' },
  { type: 'SAFE_PROVED' },
  { type: 'SUMMED_UP', brought },
];

describe('a merge', () => {
  it('goes from the words to the result, by the proof, the summary and the acknowledgement', () => {
    expect(after().value).toBe('explain');
    expect(after(...toConfirm).value).toBe('confirm');
    const done = after(...toConfirm, { type: 'CONFIRMED' }, { type: 'MERGED', merged });
    expect([done.value, done.status, done.context.merged]).toEqual(['done', 'done', merged]);
  });

  it('goes no further by the browser’s buttons than what was done', () => {
    for (const step of ['secondFactor', 'summary', 'confirm'] as const)
      expect(after({ type: 'SHOW', step }).value).toBe('explain');
    expect(after(...toConfirm, { type: 'SHOW', step: 'summary' }).value).toBe('summary');
  });

  it('asks for the second factor before the summary', () => {
    const asked = after({ type: 'SHOW', step: 'prove' }, { type: 'SECOND_FACTOR_ASKED' });
    expect(asked.value).toBe('secondFactor');
    expect(asked.context.isProved).toBe(false);
  });

  it('begins again with the proof once it has expired, and keeps the address that was typed', () => {
    const expired = after(...toConfirm, { type: 'CONFIRMED' }, { type: 'PROOF_EXPIRED' });
    expect(expired.value).toBe('prove');
    expect(expired.context).toMatchObject({ isProved: false, hasExpired: true, brought: null });
    expect(expired.context.email).toBe('camille@example.org');
  });

  it('cannot be left while it is under way, and is looked at again after a refusal', () => {
    const underWay = [...toConfirm, { type: 'CONFIRMED' } as const];
    expect(after(...underWay, { type: 'SHOW', step: 'explain' }).value).toBe('receiving');
    expect(after(...underWay, { type: 'REFUSED' }).value).toBe('summary');
  });

  it('takes up a return from FranceConnect wherever it stood', () => {
    expect(after({ type: 'FEDERATION_RETURNED' }).value).toBe('recognising');
    expect(after({ type: 'FEDERATION_RETURNED' }, { type: 'SAFE_PROVED' }).value).toBe('summary');
  });
});
