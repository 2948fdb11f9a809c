import { createActorContext } from '@xstate/react';
import { createActor, type Snapshot } from 'xstate';
import { readKeptFlow } from '../../lib/sign-in/kept-flow.ts';
import { readClaims, readToken } from '../../lib/api/tokens.ts';
import { mergeMachine } from './merge-machine.ts';

/** By owner: whoever signs in next in this tab begins anew, and does not read the address that was typed here. */
export const mergeKey = (): string => `merge.${readClaims(readToken('authToken') ?? '')?.sub ?? ''}`;

export const MergeActor = createActorContext(mergeMachine);

/** The merge that this tab kept, if there is one; after a return from FranceConnect it goes on from there. */
export function startMerge(isBackFromFederation: boolean): Snapshot<unknown> {
  const snapshot = readKeptFlow(mergeKey(), mergeMachine);
  const actor = createActor(mergeMachine, snapshot ? { snapshot } : {}).start();
  if (isBackFromFederation) actor.send({ type: 'FEDERATION_RETURNED' });
  return actor.getPersistedSnapshot();
}
