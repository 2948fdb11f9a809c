import { createActorContext } from '@xstate/react';
import { createActor, type Snapshot } from 'xstate';
import { readKeptFlow } from '../../lib/sign-in/kept-flow.ts';
import { inSafe } from '../../lib/browser/tab-memory.ts';
import { mergeMachine } from './merge-machine.ts';

/** Under which name a tab keeps a merge. */
export const mergeKey = (): string => inSafe('merge');

export const MergeActor = createActorContext(mergeMachine);

/** The merge that this tab kept, if there is one; after a return from FranceConnect it goes on from there. */
export function startMerge(isBackFromFederation: boolean): Snapshot<unknown> {
  const snapshot = readKeptFlow(mergeKey(), mergeMachine);
  const actor = createActor(mergeMachine, snapshot ? { snapshot } : {}).start();
  if (isBackFromFederation) actor.send({ type: 'FEDERATION_RETURNED' });
  return actor.getPersistedSnapshot();
}
