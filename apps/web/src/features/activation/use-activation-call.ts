import { isApiError } from '../../lib/api-error.ts';
import { useErrorMessage } from '../../lib/error-message.ts';
import { useAction } from '../../lib/use-action.ts';
import { ActivationActor } from './activation-actor.ts';

/**
 * A call of the flow under its activation token. A token that the server no longer takes sends the
 * flow back to the code; any other refusal is put into words.
 */
export function useActivationCall<Input>(action: (input: Input, token: string) => Promise<void>) {
  const { send } = ActivationActor.useActorRef();
  const token = ActivationActor.useSelector((snapshot) => snapshot.context.activationToken);
  const errorMessage = useErrorMessage('activation');
  const { run, isPending, error } = useAction(async (input: Input) => {
    try {
      await action(input, token ?? '');
    } catch (failure) {
      if (!isApiError(failure, 'AuthTokenNotValid')) throw failure;
      send({ type: 'TOKEN_EXPIRED' });
    }
  });
  return { run, isPending, error, fault: error === undefined ? undefined : errorMessage(error) };
}
