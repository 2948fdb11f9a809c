import { createServer } from 'node:http';
import { mkdir, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import type { Clock } from '../../src/platform/time/clock.ts';
import type { LocalReach } from '../../src/platform/collecting/reach.ts';
import { hasCode } from '../../src/platform/files/durable-files.ts';
import { readFonts } from '../../src/platform/fonts.ts';
import type { Log } from '../../src/platform/log.ts';
import { portOf } from '../inbox/smtp-receiver.ts';
import { close, listen } from '../listening.ts';
import { listInvoices, openInvoiceFiles } from '../partner/invoices.ts';
import { makeTemporaryFolder } from '../temporary-folder.ts';
import { writePrivateFile } from '../world/private-file.ts';
import { hasRclone, serveFolder } from './rclone.ts';

type Account = { login: string; password: string; folder: string };
/** The credentials of both, as their collectors ask for them. */
export type FolderAccounts = {
  sftp: (Account & { host: string; port: number }) | null;
  webdav: (Account & { host: string; port: number; url: string }) | null;
};

export type StandInFolders = { accounts: FolderAccounts; local: LocalReach; stop(): Promise<void> };

type Options = { dataFolder: string; clock: Clock; log: Log };

const account: Account = { login: 'camille', password: 'Armoire-Ancienne-2026!', folder: 'Factures' };
const host = '127.0.0.1';
const none: StandInFolders = {
  accounts: { sftp: null, webdav: null },
  local: { standIns: [], loopbackPorts: [] },
  stop: async () => {},
};

/** A folder with some invoices, served by SFTP and by WebDAV on this machine, where rclone is installed. */
export async function startFolders({ dataFolder, clock, log }: Options): Promise<StandInFolders> {
  if (!hasRclone) return none;
  const home = join(dataFolder, 'demo-folders');
  const state = join(home, 'server');
  await mkdir(state, { recursive: true, mode: 0o700 });
  // A copy of the data folder shows no document in it.
  const folder = await makeTemporaryFolder('folders');
  await writeInvoices(join(folder, account.folder), clock);
  const ports = await keepPorts(home);
  const serve = (kind: 'sftp' | 'webdav') => serveFolder(kind, { ...account, port: ports[kind], folder, state });
  const served = await Promise.allSettled([serve('sftp'), serve('webdav')]);
  const stop = async () => {
    await Promise.all(served.flatMap((each) => (each.status === 'fulfilled' ? [each.value.stop()] : [])));
    await rm(folder, { recursive: true, force: true });
  };
  const failed = served.find((each) => each.status === 'rejected');
  if (failed) {
    log.warn({ err: failed.reason as unknown }, 'the demonstration has no folders: their servers did not start');
    await stop();
    return none;
  }
  const { sftp, webdav } = ports;
  return {
    accounts: {
      sftp: { host, port: sftp, ...account },
      webdav: { host, port: webdav, url: `https://${host}:${webdav}/`, ...account },
    },
    // The server of WebDAV speaks no TLS: it is in the place of one that does.
    local: { standIns: [{ host, port: webdav, isAt: webdav }], loopbackPorts: [sftp, webdav] },
    stop,
  };
}

/** One a month, for half a year. A file is the same at each start: another size or time would be another document. */
async function writeInvoices(folder: string, clock: Clock): Promise<void> {
  await mkdir(folder, { mode: 0o700 });
  const invoiceFile = openInvoiceFiles(readFonts);
  for (const { period, date } of listInvoices(clock.now().toISOString().slice(0, 7), 6)) {
    const path = join(folder, `Facture ${period}.pdf`);
    await writeFile(path, await invoiceFile(period));
    const written = new Date(`${date}T09:00:00Z`);
    await utimes(path, written, written);
  }
}

const keptPorts = z.object({ sftp: z.int().nonnegative(), webdav: z.int().nonnegative() });

/** Those of last time, which collectors know, or others where programs have taken them meanwhile. */
async function keepPorts(home: string): Promise<z.output<typeof keptPorts>> {
  const file = join(home, 'ports.json');
  const kept = await readPorts(file);
  const ports = { sftp: await takeablePort(kept.sftp), webdav: await takeablePort(kept.webdav) };
  await writePrivateFile(file, `${JSON.stringify(ports)}\n`);
  return ports;
}

async function takeablePort(wanted: number): Promise<number> {
  const server = createServer();
  await listen(server, wanted);
  const port = portOf(server.address());
  await close(server);
  return port;
}

async function readPorts(file: string): Promise<z.output<typeof keptPorts>> {
  try {
    return keptPorts.parse(JSON.parse(await readFile(file, 'utf8')));
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return { sftp: 0, webdav: 0 };
    throw error;
  }
}
