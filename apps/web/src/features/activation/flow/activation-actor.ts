import { createActorContext } from '@xstate/react';
import { activationMachine } from './activation-machine.ts';

export const ActivationActor = createActorContext(activationMachine);
