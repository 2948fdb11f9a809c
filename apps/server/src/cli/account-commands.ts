import { readConfig } from '../config.ts';
import { markOtherVersion, unlockAccountAsOperator } from '../domains/identity/identity.ts';
import { openLog } from '../platform/log.ts';
import { CommandFailed, required, UsageError, type Command, type Given, type Terminal } from './command.ts';
import { asOperator, type OperatorPlatform } from './open-operator.ts';

const options: Command['options'] = { email: { type: 'string' } };

export const unlockAccountCommand: Command = {
  name: 'account unlock',
  usage: 'account unlock --email ADDRESS',
  summary: 'Open an account that wrong passwords have locked. The owner reads it in the journal.',
  options,
  run: async (given, terminal) => {
    if (given.positionals.length > 0) throw new UsageError('Only --email is taken.');
    await onAccount(given, terminal, unlockAccountAsOperator);
    terminal.out.write('The account is open.\n');
    return 0;
  },
};

export const otherVersionCommand: Command = {
  name: 'account other-version',
  usage: 'account other-version --email ADDRESS on|off',
  summary: 'Send who signs in to the other version of the application (PERENNE_OTHER_VERSION_URL), or no more.',
  options,
  run: async (given, terminal) => {
    const [word, ...others] = given.positionals;
    if ((word !== 'on' && word !== 'off') || others.length > 0) throw new UsageError('Say on or off.');
    await onAccount(given, terminal, (platform, email) => markOtherVersion(platform, email, word === 'on'));
    terminal.out.write(word === 'on' ? 'The account is in the other version.\n' : 'The account is in this version.\n');
    return 0;
  },
};

async function onAccount(
  given: Given,
  { environment }: Terminal,
  change: (platform: OperatorPlatform, email: string) => Promise<boolean>,
): Promise<void> {
  const email = required(given, 'email').trim();
  const isKnown = await asOperator(readConfig(environment), openLog('error'), (platform) => change(platform, email));
  if (!isKnown) throw new CommandFailed('No account has this address.');
}
