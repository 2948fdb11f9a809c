import { createActor, type Snapshot } from 'xstate';
import { readKeptFlow } from '../../../lib/sign-in/kept-flow.ts';
import { readClaims, readToken } from '../../../lib/api/tokens.ts';
import { forgetInTab } from '../../../lib/browser/tab-memory.ts';
import { activationMachine } from './activation-machine.ts';
import { forgetKept } from './kept.ts';

/** By which address one comes: the activation's own, or back from FranceConnect. */
export type ActivationEntry = 'start' | 'federation' | 'mergeWithFederation';

export const activationKey = 'activation';

/** The identifier of the token that names whom FranceConnect has recognised; the address counts for nothing. */
export const readFederationId = (): string | null => {
  const token = readToken('notActivatedFcUserToken');
  return token ? (readClaims(token)?.jti ?? null) : null;
};

/** The state of an activation that this tab kept, once one comes in by this address. */
export function startActivation(entry: ActivationEntry): Snapshot<unknown> {
  const snapshot = readKeptFlow(activationKey, activationMachine);
  const actor = createActor(activationMachine, snapshot ? { snapshot } : {}).start();
  if (entry === 'federation') actor.send({ type: 'FEDERATION_RETURNED', federationId: readFederationId() });
  else if (entry === 'mergeWithFederation') actor.send({ type: 'MERGE_RETURNED' });
  else actor.send({ type: 'LEFT_FEDERATION' });
  return actor.getPersistedSnapshot();
}

/** The next person in this tab finds nothing of it. */
export function forgetActivation(): void {
  forgetKept();
  forgetInTab(activationKey);
}
