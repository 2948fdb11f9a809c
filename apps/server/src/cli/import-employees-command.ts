import { createInterface } from 'node:readline';
import type { EmployeeResult } from '@perenne/contract/employers';
import { readClientConfig } from '../config.ts';
import { UsageError, type Command } from './command.ts';
import { readCsv } from './csv.ts';
import { EmployerClient } from './employer-client.ts';
import { readText } from './read-text.ts';
import { groupsOf } from '../platform/groups.ts';

/** A request at a time, so that files of any length pass in little memory. */
const rowsPerRequest = 2_000;

export const importEmployeesCommand: Command = {
  name: 'employees import',
  usage: 'employees import FILE.ndjson|FILE.csv',
  summary:
    'Send employees. Each row is answered by a line of JSON, with the activation code of a new one: keep it safe.',
  options: {},
  run: async ({ positionals }, { out, err, environment }) => {
    const [file, ...others] = positionals;
    if (file === undefined || others.length > 0) throw new UsageError('One file is needed.');
    const client = new EmployerClient(readClientConfig(environment));
    const counts = { created: 0, updated: 0, unchanged: 0, error: 0 };
    let row = 0;
    for await (const lines of groupsOf(linesOf(file), rowsPerRequest)) {
      for (const result of await client.sendEmployees(lines.join('\n'))) {
        counts[result.result] += 1;
        row += 1;
        out.write(`${JSON.stringify({ ...result, row } satisfies EmployeeResult)}\n`);
      }
    }
    const { created, updated, unchanged, error } = counts;
    err.write(`${created} created, ${updated} updated, ${unchanged} unchanged, ${error} refused.\n`);
    return error === 0 ? 0 : 1;
  },
};

async function* linesOf(file: string): AsyncGenerator<string> {
  const text = readText(file);
  if (!file.toLowerCase().endsWith('.csv')) {
    for await (const line of createInterface({ input: text, crlfDelay: Infinity })) if (line.trim() !== '') yield line;
    return;
  }
  for await (const row of readCsv(text))
    yield JSON.stringify(Object.fromEntries(Object.entries(row).filter(([, cell]) => cell !== '')));
}
