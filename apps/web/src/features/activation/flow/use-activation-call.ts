import { isApiError } from '../../../lib/api/api-error.ts';
import { useErrorMessage } from '../../../lib/api/error-message.ts';
import { readToken, tokenFault } from '../../../lib/api/tokens.ts';
import { useAction } from '../../../lib/api/use-action.ts';
import { ActivationActor } from './activation-actor.ts';
import { readKept } from './kept.ts';

export type OwnToken = 'activationToken' | 'refusalToken';

/**
 * Notifies the flow that the server no longer takes its token: where it has not come to its end and someone is signed
 * in, another tab has finished; otherwise it has expired.
 */
export function useRefusedToken(name: OwnToken = 'activationToken'): () => void {
  const { send } = ActivationActor.useActorRef();
  return () => {
    const isOver = tokenFault(readKept(name)) === undefined && tokenFault(readToken('authToken')) === undefined;
    send({ type: isOver ? 'OPENED_ELSEWHERE' : 'TOKEN_EXPIRED' });
  };
}

/** A call of the flow under its own token, whose refusal moves the flow; any other refusal is put into words. */
export function useActivationCall<Input>(
  action: (input: Input, token: string) => Promise<void>,
  name: OwnToken = 'activationToken',
) {
  const onRefused = useRefusedToken(name);
  const errorMessage = useErrorMessage('activation');
  const { run, isPending, error } = useAction(async (input: Input) => {
    try {
      await action(input, readKept(name) ?? '');
    } catch (failure) {
      if (!isApiError(failure, 'AuthTokenNotValid')) throw failure;
      onRefused();
    }
  });
  return { run, isPending, error, fault: error === undefined ? undefined : errorMessage(error) };
}
