import { createServer } from 'node:http';
import { chmod, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import type { Clock } from '../../src/platform/time/clock.ts';
import type { LocalReach } from '../../src/platform/collecting/reach.ts';
import { hasCode } from '../../src/platform/files/durable-files.ts';
import type { Log } from '../../src/platform/log.ts';
import { portOf } from '../inbox/smtp-receiver.ts';
import { close, listen } from '../listening.ts';
import { makeTemporaryFolder } from '../temporary-folder.ts';
import { writePrivateFile } from '../world/private-file.ts';
import { hasDovecot, startDovecot } from './dovecot.ts';
import { invoiceSender, makeMails } from './mails.ts';

/** The credentials of the mailbox, as the collector of mailboxes asks for them. */
export type MailboxAccount = { host: string; port: number; login: string; password: string; senders: string };

export type StandInMailbox = {
  account: MailboxAccount;
  /** It speaks plain, on this machine. */
  local: LocalReach;
  /** Puts the mails into it. */
  fill(): Promise<void>;
  stop(): Promise<void>;
};

type Options = { dataFolder: string; clock: Clock; log: Log };

const user = { login: 'camille@courriel.example', password: 'Vent-du-Large-2026!' };
const host = '127.0.0.1';

/**
 * A mailbox with some mails in it, where Dovecot is installed. Its mails are made anew at each start, under the names
 * that their senders gave them: who has read them before finds nothing new.
 */
export async function startMailbox({ dataFolder, clock, log }: Options): Promise<StandInMailbox | null> {
  if (!hasDovecot) return null;
  const port = await keepPort(dataFolder);
  // A server that runs as another user may not enter the data folder. The folder itself stays ours.
  const folder = await makeTemporaryFolder('mailbox');
  await chmod(folder, 0o711);
  const forget = () => rm(folder, { recursive: true, force: true });
  try {
    const dovecot = await startDovecot({ folder: join(folder, 'server'), port, users: [user] });
    return {
      account: { host, port, ...user, senders: invoiceSender },
      local: { standIns: [{ host, port, isAt: port }], loopbackPorts: [port] },
      fill: async () => {
        for (const mail of await makeMails(user.login, clock.now())) await dovecot.deliver(user.login, mail);
      },
      stop: async () => {
        await dovecot.stop();
        await forget();
      },
    };
  } catch (error) {
    log.warn({ err: error }, 'the demonstration has no mailbox: its server did not start');
    await forget();
    return null;
  }
}

const keptState = z.object({ port: z.int().positive() });

/** The port of last time, which collectors know, or another where a program has taken it meanwhile. */
async function keepPort(dataFolder: string): Promise<number> {
  const file = join(dataFolder, 'demo-mailbox.json');
  const server = createServer();
  await listen(server, await readPort(file));
  const port = portOf(server.address());
  await close(server);
  await writePrivateFile(file, `${JSON.stringify({ port })}\n`);
  return port;
}

async function readPort(file: string): Promise<number> {
  try {
    return keptState.parse(JSON.parse(await readFile(file, 'utf8'))).port;
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return 0;
    throw error;
  }
}
