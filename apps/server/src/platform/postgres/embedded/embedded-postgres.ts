import { realpath } from 'node:fs/promises';
import { join } from 'node:path';
import { makeFolder } from '../../files/make-folder.ts';
import { chooseAccount } from './account.ts';
import { prepareBinaries } from './binaries.ts';
import type { Cluster, PostgresLog } from './cluster.ts';
import { closeEndpoint, endpointSettings, openEndpoint } from './endpoint.ts';
import { ensureClusterFiles } from './files.ts';
import { keepRunning } from './keep-running.ts';
import { stopLeftover } from './leftover.ts';
import { ensureRolesAndDatabase } from './roles.ts';
import { startServer } from './server.ts';
import { serverSettings, type Durability } from './settings.ts';

export type EmbeddedPostgres = {
  /** Connects as the owner of the database: migrations only. */
  ownerUrl: string;
  /** Connects as the application's role. */
  appUrl: string;
  /** Fast shutdown; what remains after 10 seconds is killed. */
  stop(): Promise<void>;
};

export type EmbeddedPostgresOptions = {
  /** Holds the cluster in its sub-folder `postgres`. The caller holds its lock. */
  dataFolder: string;
  log: PostgresLog;
  /** `none` for test databases only; `full` otherwise. */
  durability?: Durability;
  /** The connections that the application may open at the same time. */
  connections?: number;
};

/**
 * Starts the PostgreSQL that comes with the application and keeps it running until `stop`.
 * A server left by a killed run is stopped first. Throws StartError with a sentence for the operator.
 */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const { dataFolder, log, durability = 'full', connections = 50 } = options;
  await makeFolder(dataFolder);
  const folder = join(await realpath(dataFolder), 'postgres');
  const account = await chooseAccount(folder);
  const cluster: Cluster = { folder, account, binaries: await prepareBinaries(account) };
  await stopLeftover(folder, log);
  await ensureClusterFiles(cluster, durability);
  const endpoint = await openEndpoint(cluster);
  const settings = { ...serverSettings(durability, connections), ...endpointSettings(endpoint) };
  const keeper = await keepRunning(() => startServer(cluster, settings, log), log);
  const stop = async () => {
    await keeper.stop();
    await closeEndpoint(endpoint);
  };
  try {
    return { ...(await ensureRolesAndDatabase(endpoint)), stop };
  } catch (error) {
    await stop();
    throw error;
  }
}
