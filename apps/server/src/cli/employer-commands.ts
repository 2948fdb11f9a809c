import { readConfig } from '../config.ts';
import { confirmEmployerDomain, createEmployer, listEmployers } from '../domains/employers/employers.ts';
import { openLog } from '../platform/log.ts';
import { CommandFailed, required, UsageError, type Command, type Terminal } from './command.ts';
import { asOperator, type OperatorPlatform } from './open-operator.ts';

export const createEmployerCommand: Command = {
  name: 'employer create',
  usage: 'employer create --name NAME [--refusal-disabled] [--domain DOMAIN]… [--json]',
  summary: 'Create an employer. Its secret is shown once and stored nowhere.',
  options: {
    name: { type: 'string' },
    'refusal-disabled': { type: 'boolean' },
    domain: { type: 'string', multiple: true },
    json: { type: 'boolean' },
  },
  run: async (given, terminal) => {
    const asked = {
      name: required(given, 'name').trim(),
      refusalDisabled: given.isSet('refusal-disabled'),
      emailDomains: given.texts('domain'),
    };
    const created = await onInstallation(terminal, (platform) => createEmployer(platform, asked));
    const printed = { id: created.employerId, name: asked.name, ...pick(created) };
    terminal.out.write(given.isSet('json') ? `${JSON.stringify(printed)}\n` : createdText(printed));
    return 0;
  },
};

type Created = { clientId: string; clientSecret: string };
const pick = ({ clientId, clientSecret }: Created): Created => ({ clientId, clientSecret });

const createdText = ({ id, name, clientId, clientSecret }: Created & { id: string; name: string }): string =>
  `Employer       ${name}
Identifier     ${id}
Client id      ${clientId}
Client secret  ${clientSecret}

The secret is not shown again.
`;

export const listEmployersCommand: Command = {
  name: 'employer list',
  usage: 'employer list [--json]',
  summary: 'List the employers, without their secrets.',
  options: { json: { type: 'boolean' } },
  run: async (given, terminal) => {
    const employers = await onInstallation(terminal, listEmployers);
    if (given.isSet('json')) terminal.out.write(`${JSON.stringify(employers)}\n`);
    else
      for (const { name, employerId, clientId, refusalDisabled, emailDomains, pendingDomains } of employers)
        terminal.out.write(
          `${name}\n  identifier  ${employerId}\n  client id   ${clientId}\n` +
            `  refusal     ${refusalDisabled ? 'disabled' : 'allowed'}\n` +
            `  domains     ${emailDomains.join(', ') || 'none'}\n` +
            (pendingDomains.length > 0 ? `  to confirm  ${pendingDomains.join(', ')}\n` : ''),
        );
    return 0;
  },
};

export const confirmDomainCommand: Command = {
  name: 'employer confirm-domain',
  usage: 'employer confirm-domain --employer IDENTIFIER --domain DOMAIN',
  summary:
    'Forbid a domain that an employer declares to its employees, once you know that it belongs to that employer.',
  options: { employer: { type: 'string' }, domain: { type: 'string' } },
  run: async (given, terminal) => {
    if (given.positionals.length > 0) throw new UsageError('Only --employer and --domain are taken.');
    const asked = { employerId: required(given, 'employer').trim(), domain: required(given, 'domain').trim() };
    const isConfirmed = await onInstallation(terminal, (platform) => confirmEmployerDomain(platform, asked));
    if (!isConfirmed) throw new CommandFailed('This employer has declared no such domain.');
    terminal.out.write('The domain is confirmed.\n');
    return 0;
  },
};

/** Only warnings reach the terminal: a command has little to say. */
const onInstallation = <T>({ environment }: Terminal, work: (platform: OperatorPlatform) => Promise<T>): Promise<T> =>
  asOperator(readConfig(environment), openLog('error'), work);
