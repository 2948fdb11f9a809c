import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { createInterface } from 'node:readline/promises';
import type { Manifest } from '@perenne/collecting/manifest';
import { emptyTape } from '@perenne/collecting/tape';
import { CollectingStopped, type RunHost } from '../platform/collecting/collecting.ts';
import { openCollecting } from '../platform/collecting/open-collecting.ts';
import { openLog } from '../platform/log.ts';
import { CommandFailed, UsageError, type Command, type Given, type Terminal } from './command.ts';

export const tryCollectorCommand: Command = {
  name: 'collectors try',
  usage:
    'collectors try NAME --set FIELD=VALUE … [--since YYYY-MM-DD]\n  [--save FOLDER] [--record FILE] [--loopback PORT]',
  summary: 'Let a collector visit its partner as a safe would, and tell what it offers. Nothing enters a safe.',
  options: {
    set: { type: 'string', multiple: true },
    since: { type: 'string' },
    save: { type: 'string' },
    record: { type: 'string' },
    loopback: { type: 'string' },
  },
  run: async (given, terminal) => {
    const [name, ...others] = given.positionals;
    if (name === undefined || others.length > 0) throw new UsageError('Name one collector.');
    const tape = emptyTape();
    const loopbackPorts = given.texts('loopback').map(Number);
    const collecting = await openCollecting({ log: openLog('error'), local: { standIns: [], loopbackPorts }, tape });
    const agent = collecting.agents.find(({ id }) => id === name);
    if (!agent) throw new UsageError(`There is no collector ${name}, or it is one of the demonstration.`);
    const order = {
      agentId: name,
      credentials: credentialsOf(agent, given),
      since: given.text('since') ?? null,
      memory: null,
    };
    try {
      const memory = await collecting.run(order, hostOf(given, terminal), new AbortController().signal);
      if (memory !== null) terminal.out.write(`Remembered: ${JSON.stringify(memory)}\n`);
    } catch (error) {
      if (!(error instanceof CollectingStopped)) throw error;
      const where = error.cause instanceof Error ? ` (${error.cause.message})` : '';
      throw new CommandFailed(`The run was stopped: ${error.code}${where}.`);
    } finally {
      const file = given.text('record');
      if (file !== undefined) await writeFile(file, `${JSON.stringify(tape)}\n`);
    }
    return 0;
  },
};

function credentialsOf({ fields }: Manifest, given: Given): Record<string, string | number> {
  const typed = new Map(
    given.texts('set').map((pair) => {
      const [name = '', ...value] = pair.split('=');
      return [name, value.join('=')];
    }),
  );
  const missing = fields.filter(({ name, required }) => required && !typed.has(name)).map(({ name }) => name);
  if (missing.length > 0) throw new UsageError(`Give --set for ${missing.join(', ')}.`);
  return Object.fromEntries(
    fields.flatMap(({ name, type }) => {
      const value = typed.get(name);
      return value === undefined ? [] : [[name, type === 'number' ? Number(value) : value]];
    }),
  );
}

function hostOf(given: Given, { out }: Terminal): RunHost {
  const folder = given.text('save');
  const since = given.text('since');
  return {
    isKnown: async () => false,
    wants: async ({ date }) => since === undefined || date === undefined || date >= since,
    async receive(document, chunks) {
      const bytes = Buffer.concat(await Array.fromAsync(chunks));
      out.write(`${document.identity}  ${document.title}  ${document.fileName}  ${bytes.length} bytes\n`);
      if (folder === undefined) return;
      await mkdir(folder, { recursive: true });
      await writeFile(path.join(folder, path.basename(document.fileName)), bytes);
    },
    async remember() {},
    async awaitCode({ previousCodeWrong }) {
      const line = createInterface({ input: process.stdin, output: process.stderr });
      const code = await line.question(
        previousCodeWrong ? 'That was wrong. The code: ' : 'The code, or nothing for another: ',
      );
      line.close();
      return code.trim() === '' ? 'resend' : { code: code.trim() };
    },
  };
}
