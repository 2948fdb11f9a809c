import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { createInterface } from 'node:readline/promises';
import { emptyTape } from '@perenne/collecting/tape';
import { CollectingStopped, type RunHost } from '../platform/collecting/collecting.ts';
import { openCollecting, readOurAgents } from '../platform/collecting/open-collecting.ts';
import { openLog } from '../platform/log.ts';
import { CommandFailed, UsageError, type Command, type Given, type Terminal } from './command.ts';
import { credentialsOf, localReachOf, sinceOf } from './try-collector-options.ts';

export const tryCollectorCommand: Command = {
  name: 'collectors try',
  usage:
    'collectors try NAME --set FIELD=VALUE … [--since YYYY-MM-DD]\n  [--save FOLDER] [--record FILE] [--stand-in HOST=PORT]… [--loopback PORT]…',
  summary:
    'Let a collector visit its partner as a safe would, and list its documents. Nothing enters a safe. With --stand-in,\n' +
    '      a server of yours at a port of this machine answers for a host of the manifest, without TLS. With --loopback,\n' +
    '      the owner’s fields may name 127.0.0.1 and that port.',
  options: {
    set: { type: 'string', multiple: true },
    since: { type: 'string' },
    save: { type: 'string' },
    record: { type: 'string' },
    'stand-in': { type: 'string', multiple: true },
    loopback: { type: 'string', multiple: true },
  },
  run: async (given, terminal) => {
    const [name, ...others] = given.positionals;
    if (name === undefined || others.length > 0) throw new UsageError('Name one collector.');
    const agent = await agentOf(name);
    const order = {
      ...{ agentId: name, memory: null },
      ...{ credentials: credentialsOf(agent, given), since: sinceOf(given) },
    };
    const local = localReachOf(agent, given);
    if (agent.demonstration && local.standIns.length === 0)
      throw new UsageError(`The partner of ${name} exists in demonstrations alone: give --stand-in HOST=PORT.`);
    const tape = emptyTape();
    const explain = (words: string) => void terminal.err.write(words);
    const collecting = await openCollecting({ log: openLog('error'), local, tape, explain });
    try {
      const host = hostOf(given, terminal);
      const memory = await collecting.run(order, host, new AbortController().signal);
      terminal.out.write(`Documents: ${host.received}.\n`);
      if (memory !== null) terminal.out.write(`Remembered: ${JSON.stringify(memory)}\n`);
    } catch (error) {
      if (!(error instanceof CollectingStopped)) throw error;
      const where = error.cause instanceof Error ? ` (${error.cause.message})` : '';
      throw new CommandFailed(
        `The run was stopped: ${error.code}${where}. docs/collectors.md says what each code means.`,
      );
    } finally {
      const file = given.text('record');
      if (file !== undefined) await writeFile(file, `${JSON.stringify(tape, null, 2)}\n`);
    }
    return 0;
  },
};

async function agentOf(name: string) {
  const agents = await readOurAgents();
  const agent = agents.find(({ id }) => id === name);
  if (agent) return agent;
  throw new UsageError(`There is no collector ${name}. There are ${agents.map(({ id }) => id).join(', ')}.`);
}

function hostOf(given: Given, { out }: Terminal): RunHost & { received: number } {
  const folder = given.text('save');
  const since = given.text('since');
  return {
    received: 0,
    isKnown: async () => false,
    wants: async ({ date }) => since === undefined || date === undefined || date >= since,
    async receive(document, chunks) {
      this.received += 1;
      const bytes = Buffer.concat(await Array.fromAsync(chunks));
      const { identity, title, fileName, type, date } = document;
      const more = [type ?? 'AUDO', date].filter(Boolean);
      out.write(`${[identity, title, fileName, `${bytes.length} bytes`, ...more].join('  ')}\n`);
      if (folder === undefined) return;
      await mkdir(folder, { recursive: true });
      await writeFile(path.join(folder, path.basename(fileName)), bytes);
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
