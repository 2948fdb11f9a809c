import { readConfig } from '../config.ts';
import {
  askRemovalAsOperator,
  confirmRemovalAsOperator,
  markOtherVersion,
  RemovalRefused,
  unlockAccountAsOperator,
} from '../domains/identity/identity.ts';
import { openLog } from '../platform/log.ts';
import { CommandFailed, required, UsageError, type Command, type Given, type Terminal } from './command.ts';
import { asOperator, type OperatorPlatform } from './open-operator.ts';

const options: Command['options'] = { email: { type: 'string' } };

export const unlockAccountCommand: Command = {
  name: 'account unlock',
  usage: 'account unlock --email ADDRESS',
  summary: 'Open an account that wrong passwords have locked. Its owner sees it in the journal.',
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
  summary:
    'Send an account to the other version of the application (PERENNE_OTHER_VERSION_URL) at sign-in, or stop doing so.',
  options,
  run: async (given, terminal) => {
    const [word, ...others] = given.positionals;
    if ((word !== 'on' && word !== 'off') || others.length > 0) throw new UsageError('Say on or off.');
    await onAccount(given, terminal, (platform, email) => markOtherVersion(platform, email, word === 'on'));
    terminal.out.write(word === 'on' ? 'The account is in the other version.\n' : 'The account is in this version.\n');
    return 0;
  },
};

export const removeSecondFactorCommand: Command = {
  name: 'account remove-second-factor',
  usage: 'account remove-second-factor --email ADDRESS --operator NAME [--code CODE]',
  summary:
    'Remove the second factor of an owner who has lost it: a first operator asks and is shown a code, a second one confirms with it. The owner gets a mail, and may keep it for 72 hours.',
  options: { email: { type: 'string' }, operator: { type: 'string' }, code: { type: 'string' } },
  run: async (given, { environment, out }) => {
    if (given.positionals.length > 0) throw new UsageError('Only --email, --operator and --code are taken.');
    const asked = { email: required(given, 'email').trim(), operator: required(given, 'operator').trim() };
    const code = given.text('code');
    const act = (platform: OperatorPlatform): Promise<string | null> =>
      code === undefined
        ? askRemovalAsOperator(platform, asked)
        : confirmRemovalAsOperator(platform, { ...asked, code }).then(() => null);
    const shown = await asOperator(readConfig(environment), openLog('error'), act).catch((error: unknown) => {
      throw error instanceof RemovalRefused ? new CommandFailed(error.message, { cause: error }) : error;
    });
    out.write(
      shown === null
        ? 'Confirmed. The owner gets a mail; the second factor goes 72 hours after it.\n'
        : `Code for the second operator, valid for 24 hours: ${shown}\n`,
    );
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
