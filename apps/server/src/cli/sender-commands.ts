import { readConfig } from '../config.ts';
import { allowSendersAsOperator } from '../domains/sharing/sharing.ts';
import { openLog } from '../platform/log.ts';
import { CommandFailed, required, UsageError, type Command } from './command.ts';
import { asOperator } from './open-operator.ts';

export const allowSendersCommand: Command = {
  name: 'senders allow',
  usage: 'senders allow --email ADDRESS',
  summary: 'Let owners write again to an address whose holder had refused messages and now asks for them.',
  options: { email: { type: 'string' } },
  run: async (given, { environment, out }) => {
    if (given.positionals.length > 0) throw new UsageError('Only --email is taken.');
    const email = required(given, 'email').trim();
    const count = await asOperator(readConfig(environment), openLog('error'), (platform) =>
      allowSendersAsOperator(platform, email),
    );
    if (count === 0) throw new CommandFailed('This address has blocked nobody.');
    out.write('The address receives shares and requests again.\n');
    return 0;
  },
};
