import { parseArgs } from 'node:util';
import { InvalidRequest } from '../platform/domain-error.ts';
import { StartError } from '../platform/start-error.ts';
import { isSystemError } from '../platform/system-error.ts';
import { otherVersionCommand, removeSecondFactorCommand, unlockAccountCommand } from './account-commands.ts';
import { agentsCommand } from './collector-commands.ts';
import { CommandFailed, UsageError, type Command, type Given, type Terminal } from './command.ts';
import { depositCommand } from './deposit-command.ts';
import { confirmDomainCommand, createEmployerCommand, listEmployersCommand } from './employer-commands.ts';
import { renewEvidenceCommand, retireDigestCommand, verifyEvidenceCommand } from './evidence-commands.ts';
import { importEmployeesCommand } from './import-employees-command.ts';
import { listKeysCommand, rotateKeysCommand } from './key-commands.ts';
import { newCollectorCommand } from './new-collector-command.ts';
import { allowSendersCommand } from './sender-commands.ts';
import { tryCollectorCommand } from './try-collector-command.ts';

const operatorCommands = [
  ...[createEmployerCommand, listEmployersCommand, confirmDomainCommand],
  ...[unlockAccountCommand, otherVersionCommand, removeSecondFactorCommand],
  allowSendersCommand,
  ...[verifyEvidenceCommand, renewEvidenceCommand, retireDigestCommand, agentsCommand],
  ...[listKeysCommand, rotateKeysCommand],
];
const employerCommands = [importEmployeesCommand, depositCommand];
const collectorCommands = [newCollectorCommand, tryCollectorCommand];
const commands: readonly Command[] = [...operatorCommands, ...employerCommands, ...collectorCommands];

/** Exit codes: 0 done, 1 refused or failed, 2 not understood. */
export async function runCommand(args: string[], terminal: Terminal): Promise<number> {
  const command = commands.find(({ name }) => name.split(' ').every((word, index) => args[index] === word));
  const isHelp = args.includes('--help') || args.includes('-h') || args[0] === 'help';
  if (isHelp || args.length === 0) {
    terminal.out.write(command ? helpOf(command) : (helpOfGroup(args[0]) ?? help()));
    return isHelp ? 0 : 2;
  }
  const group = args.length === 1 && !command ? helpOfGroup(args[0]) : null;
  if (group) {
    terminal.out.write(group);
    return 2;
  }
  try {
    if (!command) throw new UsageError(`There is no command “${args.slice(0, 2).join(' ')}”.`);
    return await command.run(parse(command, args.slice(command.name.split(' ').length)), terminal);
  } catch (error) {
    return printError(error, terminal);
  }
}

function parse(command: Command, args: string[]): Given {
  const { values, positionals } = parseArgs({ args, options: command.options, allowPositionals: true, strict: true });
  const all = (option: string) => [values[option] ?? []].flat();
  const texts = (option: string) => all(option).filter((value) => typeof value === 'string');
  return { positionals, texts, text: (option) => texts(option).at(-1), isSet: (option) => all(option).includes(true) };
}

/** One sentence; what nobody foresaw keeps its stack, for the report that it deserves. */
function printError(error: unknown, { err }: Terminal): number {
  if (error instanceof UsageError || isBadArgument(error)) {
    err.write(`${error.message.split('\n')[0]}\nSee: perenne --help\n`);
    return 2;
  }
  err.write(`${sentenceOf(error)}\n`);
  return 1;
}

function sentenceOf(error: unknown): string {
  if (error instanceof CommandFailed || error instanceof StartError) return error.message;
  if (error instanceof InvalidRequest)
    return `Not valid: ${error.entries.map(({ field, params }) => `${field} (${params?.['rule']})`).join(', ')}.`;
  if (isSystemError(error, 'ENOENT', 'EACCES', 'EISDIR') && error instanceof Error && 'path' in error)
    return `The file ${String(error.path)} cannot be read.`;
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

const isBadArgument = (error: unknown): error is Error =>
  error instanceof Error && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS');

const helpOf = ({ usage, summary }: Command): string => `${summary}\n\n  perenne ${usage.replaceAll('\n', '\n  ')}\n`;

/** The commands whose first word was given alone; null where there are none. */
function helpOfGroup(word = ''): string | null {
  const own = commands.filter(({ name }) => name.startsWith(`${word} `));
  return word === '' || own.length === 0 ? null : `The commands of “${word}”:\n${own.map(lineOf).join('\n')}\n`;
}

const help = (): string => `Pérenne: the commands of operators and employers.

For the operator, on the data folder (PERENNE_DATA) or the database (DATABASE_URL):
${operatorCommands.map(lineOf).join('\n')}

For an employer, over HTTP, with PERENNE_URL, PERENNE_CLIENT_ID and PERENNE_CLIENT_SECRET:
${employerCommands.map(lineOf).join('\n')}

For whoever writes a collector (docs/collectors.md):
${collectorCommands.map(lineOf).join('\n')}

Exit codes: 0 all is done, 1 something was refused or failed, 2 the command is not understood.
`;

const lineOf = ({ usage, summary }: Command): string =>
  `\n  perenne ${usage.replaceAll('\n', '\n  ')}\n      ${summary}`;
