import { expect, it } from 'vitest';
import { createActor } from 'xstate';
import { shareMachine } from './share-machine.ts';

const start = (documents: readonly string[] = []) => createActor(shareMachine, { input: { documents } }).start();
const titled = { type: 'DRAFT', changes: { title: 'Dossier de location' } } as const;

it('goes through the four steps, and is over once the share is made', () => {
  const actor = start();
  actor.send(titled);
  actor.send({ type: 'DONE' });
  actor.send({ type: 'DRAFT', changes: { documents: ['a', 'b'] } });
  actor.send({ type: 'DONE' });
  expect(actor.getSnapshot().value).toBe('summary');
  actor.send({ type: 'DONE' });
  expect(actor.getSnapshot().value).toBe('mode');
  actor.send({ type: 'CREATED' });
  expect(actor.getSnapshot()).toMatchObject({ value: 'created', status: 'done' });
});

it('stays where something is missing', () => {
  const actor = start();
  actor.send({ type: 'DONE' });
  expect(actor.getSnapshot().value).toBe('configuration');
  actor.send(titled);
  actor.send({ type: 'DONE' });
  actor.send({ type: 'DONE' });
  expect(actor.getSnapshot().value).toBe('documents');
});

it('shows again only the steps that one has come to, and no longer those that lost what they need', () => {
  const actor = start(['a']);
  actor.send(titled);
  actor.send({ type: 'SHOW', step: 'mode' });
  expect(actor.getSnapshot().value).toBe('configuration');
  for (let step = 0; step < 3; step++) actor.send({ type: 'DONE' });
  actor.send({ type: 'SHOW', step: 'documents' });
  expect(actor.getSnapshot().value).toBe('documents');
  actor.send({ type: 'SHOW', step: 'mode' });
  expect(actor.getSnapshot().value).toBe('mode');
  actor.send({ type: 'SHOW', step: 'documents' });
  actor.send({ type: 'DRAFT', changes: { documents: [] } });
  actor.send({ type: 'SHOW', step: 'summary' });
  expect(actor.getSnapshot().value).toBe('documents');
});

it('goes back to the box of a watermark that is refused, until a change answers the refusal', () => {
  const refusal = { code: 'InvalidRequest', field: 'watermark', params: { limit: 'markedPapers' } } as const;
  const refused = () => {
    const actor = start(['a', 'b']);
    actor.send(titled);
    for (let step = 0; step < 3; step++) actor.send({ type: 'DONE' });
    actor.send({ type: 'WATERMARK_REFUSED', refusal });
    expect(actor.getSnapshot()).toMatchObject({ value: 'summary', context: { watermarkRefusal: refusal } });
    return actor;
  };
  const refusalAfter = (changes: object) => {
    const actor = refused();
    actor.send({ type: 'DRAFT', changes });
    return actor.getSnapshot().context.watermarkRefusal;
  };
  expect(refusalAfter({ purpose: 'Location' })).toEqual(refusal);
  expect(refusalAfter({ watermark: false })).toBeUndefined();
  expect(refusalAfter({ documents: ['a'] })).toBeUndefined();
});

it('begins with the documents that it was asked for, and waits while they are more than a share can hold', () => {
  expect(start(['a', 'b']).getSnapshot().context.documents).toEqual(['a', 'b']);
  const many = Array.from({ length: 250 }, (_, index) => String(index));
  const actor = start(many);
  actor.send(titled);
  for (let step = 0; step < 3; step++) actor.send({ type: 'DONE' });
  expect(actor.getSnapshot().value).toBe('documents');
  actor.send({ type: 'DRAFT', changes: { documents: many.slice(0, 200) } });
  actor.send({ type: 'DONE' });
  expect(actor.getSnapshot().value).toBe('summary');
});

it('goes on after a reload where it was', () => {
  const actor = start(['a']);
  actor.send(titled);
  actor.send({ type: 'DONE' });
  const kept = JSON.parse(JSON.stringify(actor.getPersistedSnapshot())) as ReturnType<
    typeof actor.getPersistedSnapshot
  >;
  const again = createActor(shareMachine, { snapshot: kept, input: undefined }).start();
  expect(again.getSnapshot()).toMatchObject({ value: 'documents', context: { title: 'Dossier de location' } });
  expect(again.getSnapshot().context.id, 'it is the same draft').toBe(actor.getSnapshot().context.id);
  expect(start(['a']).getSnapshot().context.id).not.toBe(actor.getSnapshot().context.id);
});
