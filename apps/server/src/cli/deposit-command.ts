import { createHash } from 'node:crypto';
import { createReadStream, openAsBlob } from 'node:fs';
import path from 'node:path';
import { readClientConfig } from '../config.ts';
import { isSystemError } from '../platform/system-error.ts';
import { CommandFailed, required, UsageError, type Command, type Given, type Terminal } from './command.ts';
import { readCsv } from './csv.ts';
import { EmployerClient, SafeAway } from './employer-client.ts';
import { readText } from './read-text.ts';
import { groupsOf } from '../platform/groups.ts';

type Deposit = { metadata: Record<string, string>; file: string; key?: string | undefined };

export const depositCommand: Command = {
  name: 'deposit',
  usage: `deposit --employee NUMBER --type TYPE --title TITLE [--period YYYY-MM] [--key KEY] FILE
perenne deposit --manifest MANIFEST.csv --folder FOLDER`,
  summary:
    'Deposit a document, or those of a manifest (employeeNumber, type, title, period, file). Can be sent again: nothing is doubled.',
  options: {
    employee: { type: 'string' },
    type: { type: 'string' },
    title: { type: 'string' },
    period: { type: 'string' },
    key: { type: 'string' },
    manifest: { type: 'string' },
    folder: { type: 'string' },
  },
  run: async (given, terminal) => {
    const client = new EmployerClient(readClientConfig(terminal.environment));
    if (given.text('manifest') !== undefined) return depositManifest(client, given, terminal);
    const answer = await send(client, depositOf(given));
    terminal.out.write(`${JSON.stringify(answer)}\n`);
    return 0;
  },
};

function depositOf(given: Given): Deposit {
  const [file, ...others] = given.positionals;
  if (file === undefined || others.length > 0) throw new UsageError('One file is needed.');
  const period = given.text('period');
  const metadata = {
    employeeNumber: required(given, 'employee'),
    type: required(given, 'type'),
    title: required(given, 'title'),
    ...(period !== undefined && { period }),
  };
  return { metadata, file, key: given.text('key') };
}

/** How many documents are on their way at the same time. */
const atOnce = 6;

/** One line of JSON a row; a row that is refused does not keep the others from being sent. */
async function depositManifest(client: EmployerClient, given: Given, { out, err }: Terminal): Promise<number> {
  const folder = path.resolve(required(given, 'folder'));
  const rows = readCsv(readText(required(given, 'manifest')));
  const counts = { done: 0, refused: 0 };
  let row = 0;
  for await (const group of groupsOf(rows, atOnce)) {
    for (const outcome of await Promise.all(group.map((cells) => depositRow(client, cells, folder)))) {
      row += 1;
      counts['error' in outcome ? 'refused' : 'done'] += 1;
      out.write(`${JSON.stringify({ row, ...outcome })}\n`);
    }
  }
  err.write(`${counts.done} deposited, ${counts.refused} refused.\n`);
  return counts.refused === 0 ? 0 : 1;
}

async function depositRow(client: EmployerClient, cells: Record<string, string>, folder: string) {
  const { file = '', employeeNumber = '' } = cells;
  try {
    const { depositId, delivery } = await send(client, rowDeposit(cells, folder));
    return { employeeNumber, file, depositId, delivery };
  } catch (error) {
    return { employeeNumber, file, error: refusalOfRow(error) };
  }
}

function rowDeposit({ file = '', ...cells }: Record<string, string>, folder: string): Deposit {
  const found = path.resolve(folder, file);
  const isInside = file !== '' && found.startsWith(folder + path.sep);
  if (!isInside) throw new CommandFailed('The file is not in the folder.');
  return { metadata: Object.fromEntries(Object.entries(cells).filter(([, cell]) => cell !== '')), file: found };
}

/** A safe that does not answer ends the command: the rows that remain would fare no better. */
function refusalOfRow(error: unknown): string {
  if (error instanceof SafeAway) throw error;
  if (error instanceof CommandFailed) return error.message;
  if (isSystemError(error, 'ENOENT', 'EISDIR', 'EACCES', 'ERR_INVALID_ARG_VALUE')) return 'The file cannot be read.';
  throw error;
}

/** Without a key of the caller's, the same document has the same key each time. */
async function send(client: EmployerClient, { metadata, file, key }: Deposit) {
  const content = await openAsBlob(file);
  const form = () => {
    const made = new FormData();
    made.set('metadata', JSON.stringify(metadata));
    made.set('file', content, path.basename(file));
    return made;
  };
  return client.deposit(key ?? (await keyOf(metadata, file)), form);
}

async function keyOf(metadata: Record<string, string>, file: string): Promise<string> {
  const hash = createHash('sha256').update(
    JSON.stringify(Object.entries(metadata).sort(([a], [b]) => (a < b ? -1 : 1))),
  );
  for await (const chunk of createReadStream(file)) hash.update(chunk);
  return hash.digest('hex');
}
