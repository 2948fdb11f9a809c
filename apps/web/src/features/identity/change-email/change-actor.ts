import { createActorContext } from '@xstate/react';
import { createContext, use } from 'react';
import { isApiError } from '../../../lib/api/api-error.ts';
import { changeMachine } from './change-machine.ts';

export const ChangeActor = createActorContext(changeMachine);

export const ChangeEndContext = createContext<() => void>(() => undefined);

/** Lets a call of the flow end it where the server no longer takes its token. */
export function useUnlessEnded(): <T>(action: () => Promise<T>) => Promise<T | 'ended'> {
  const end = use(ChangeEndContext);
  return async (action) => {
    try {
      return await action();
    } catch (failure) {
      if (!isApiError(failure, 'AuthTokenNotValid')) throw failure;
      end();
      return 'ended';
    }
  };
}
