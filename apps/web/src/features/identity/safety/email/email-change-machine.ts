import { setup, assign } from 'xstate';

interface Asked {
  email: string;
  password: string;
}

type EmailChangeEvent =
  | ({ type: 'ASK'; isDoubtful: boolean } & Asked)
  | { type: 'CONFIRM' }
  | { type: 'CORRECT' }
  | { type: 'CODE_SENT' }
  | { type: 'CHANGED' };

/**
 * An address is asked for, doubted where it looks professional, proved by a code, and changed. The password
 * stays for as long as another code may be asked for, and is forgotten with the dialog.
 */
export const emailChangeMachine = setup({
  types: { context: {} as Asked, events: {} as EmailChangeEvent },
  actions: {
    keep: assign(({ context, event }) =>
      event.type === 'ASK' ? { email: event.email, password: event.password } : context,
    ),
    forget: assign({ password: '' }),
  },
}).createMachine({
  id: 'emailChange',
  context: { email: '', password: '' },
  initial: 'asking',
  states: {
    asking: {
      on: {
        ASK: [
          { guard: ({ event }) => event.isDoubtful, target: 'doubting', actions: 'keep' },
          { target: 'sending', actions: 'keep' },
        ],
      },
    },
    doubting: { on: { CONFIRM: 'sending', CORRECT: 'asking' } },
    sending: { on: { CODE_SENT: 'proving', CORRECT: 'asking' } },
    proving: { on: { CORRECT: 'asking', CHANGED: { target: 'changed', actions: 'forget' } } },
    changed: { type: 'final' },
  },
});
