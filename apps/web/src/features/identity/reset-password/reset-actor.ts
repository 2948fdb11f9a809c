import { createActorContext } from '@xstate/react';
import { resetMachine } from './reset-machine.ts';

export const ResetActor = createActorContext(resetMachine);
