import { createActorContext } from '@xstate/react';
import { type ShareContext, type ShareDraft } from './share-context.ts';
import { shareMachine } from './share-machine.ts';

export const ShareActor = createActorContext(shareMachine);

export const useShare = (): ShareContext => ShareActor.useSelector((snapshot) => snapshot.context);

/** Reports what is typed or chosen, so that a reload gives it back. */
export function useChange(): (changes: Partial<ShareDraft>) => void {
  const { send } = ShareActor.useActorRef();
  return (changes) => send({ type: 'DRAFT', changes });
}
