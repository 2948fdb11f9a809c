import { stat } from 'node:fs/promises';
import path from 'node:path';
import type { Config } from '../config.ts';
import { systemClock } from '../platform/time/clock.ts';
import { openDataFolder } from '../platform/files/data-folder.ts';
import { openKeyringFile } from '../platform/keys/keyring.ts';
import type { Log } from '../platform/log.ts';
import type { Platform } from '../platform/platform.ts';
import { openDatabase } from '../platform/postgres/db.ts';
import { startEmbeddedPostgres } from '../platform/postgres/embedded/embedded-postgres.ts';
import { migrate } from '../platform/postgres/migrate.ts';
import { requireDatabase } from '../platform/postgres/require-database.ts';
import { findRunningServer } from '../platform/postgres/embedded/running-server.ts';
import { openVault } from '../platform/sealing/vault.ts';
import { openSecrets } from '../platform/secrets.ts';
import { StartError } from '../platform/start-error.ts';
import { isSystemError } from '../platform/system-error.ts';

/** The platform of an operator's command: no mail, no SMS, no contents. */
export type OperatorPlatform = Pick<Platform, 'db' | 'secrets' | 'clock' | 'keys' | 'vault'>;

type Server = { ownerUrl: string; appUrl: string; appRole?: string; stop(): Promise<void> };

/** Opens the installation for one piece of work, be its safe running or not. */
export async function asOperator<T>(
  config: Config,
  log: Log,
  work: (platform: OperatorPlatform) => Promise<T>,
): Promise<T> {
  const clock = systemClock(config.clockOffsetMs);
  const server = await openServer(config, log);
  try {
    await migrate(server.ownerUrl, clock.now());
    const role = server.appRole === undefined ? {} : { role: server.appRole };
    const database = openDatabase({ url: server.appUrl, ...role, poolSize: 3, log });
    try {
      const { db } = database;
      const keys = await openKeys(config, clock.now());
      const secrets = await openSecrets(db, keys, clock);
      return await work({ db, secrets, clock, keys, vault: openVault({ db, keys, clock }) });
    } finally {
      await database.close();
    }
  } finally {
    await server.stop();
  }
}

async function openServer(config: Config, log: Log): Promise<Server> {
  const stop = async () => {};
  if (config.database) {
    const { ownerUrl, appUrl } = config.database;
    await requireDatabase('DATABASE_URL', ownerUrl);
    if (appUrl !== null) await requireDatabase('DATABASE_APP_URL', appUrl);
    return appUrl ? { ownerUrl, appUrl, stop } : { ownerUrl, appUrl: ownerUrl, appRole: 'perenne_app', stop };
  }
  await requireInstallation(config.dataFolder);
  const held = await holdFolder(config.dataFolder);
  if ('ownerUrl' in held) return { ...held, stop };
  try {
    const server = await startEmbeddedPostgres({ dataFolder: held.path, log });
    const stopBoth = async () => {
      await server.stop();
      await held.release();
    };
    return { ...server, stop: stopBoth };
  } catch (error) {
    await held.release();
    throw error;
  }
}

/** The folder for ourselves; or, where the safe is running on it, the server that it keeps. */
async function holdFolder(dataFolder: string) {
  try {
    return await openDataFolder(dataFolder);
  } catch (error) {
    const running = error instanceof StartError ? await findRunningServer(dataFolder) : null;
    if (!running) throw error;
    return running;
  }
}

/** A command that was given the wrong folder must not make an installation there. */
async function requireInstallation(dataFolder: string): Promise<void> {
  try {
    await stat(path.join(dataFolder, 'postgres'));
  } catch (error) {
    if (!isSystemError(error, 'ENOENT', 'ENOTDIR')) throw error;
    throw new StartError(`There is no safe in the data folder ${dataFolder}: set PERENNE_DATA, or start it once.`, {
      cause: error,
    });
  }
}

async function openKeys(config: Config, now: Date) {
  if (!config.kms) return openKeyringFile(path.join(config.dataFolder, 'keyring.json'), { now });
  const { connectKms } = await import('../platform/keys/kms.ts');
  return connectKms(config.kms);
}
