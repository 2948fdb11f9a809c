import type { AddressInfo } from 'node:net';
import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import { buildApp, jobHandlers } from './app.ts';
import type { Config } from './config.ts';
import { freeUploadSlots } from './domains/documents/documents.ts';
import { forkHttpProcesses, type HttpProcesses } from './http-processes.ts';
import { connectionsOf, openPlatform, prepareDatabase, type Edges } from './open-platform.ts';
import { checkerOf } from './platform/check-parts.ts';
import { noLocalReach } from './platform/collecting/reach.ts';
import { openDataFolder } from './platform/files/data-folder.ts';
import { requireFreePort } from './platform/http/connections/ports.ts';
import { findWalls } from './platform/isolation/find-walls.ts';
import type { Platform } from './platform/platform.ts';
import { startEmbeddedPostgres } from './platform/postgres/embedded/embedded-postgres.ts';
import { requireDatabase } from './platform/postgres/require-database.ts';
import { requireDeliberateStart, requireProductionParts, requireWalls } from './production.ts';

export type Instance = { stop(): Promise<void> };

type Closer = () => Promise<void>;

/** Starts what the configuration says; what was opened is closed in reverse, also when a later part fails. */
export async function runInstance(config: Config, log: Logger): Promise<Instance> {
  const closers: Closer[] = [];
  const stop = async () => {
    for (const close of closers.toReversed()) await close();
  };
  try {
    await start(config, log, { onStop: (close) => void closers.push(close) });
    return { stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

type Life = { onStop(close: Closer): void };

async function start(config: Config, log: Logger, life: Life): Promise<void> {
  requireDeliberateStart(config);
  await requireProductionParts(config);
  if (config.production && process.getuid?.() === 0) requireWalls(await findWalls());
  if (config.role !== 'worker') await requireFreePort(config);
  const beside = forkHttpProcesses(config.role === 'worker' ? 0 : config.httpProcesses - 1, log);
  life.onStop(beside.stop);
  const { ownerUrl, ...database } = await openDatabaseServer(config, log, life);
  await prepareDatabase(config, ownerUrl);
  const publicUrl = config.publicUrl ?? `http://localhost:${config.port}`;
  const demo = config.demo ? await (await import('../demo/demo.ts')).startStandIns(config, publicUrl, log) : null;
  if (demo) life.onStop(demo.stop);
  const edges: Edges = {
    database,
    smtpUrl: config.smtp?.url ?? demo?.smtpUrl ?? '',
    sms: config.sms ?? demo?.sms ?? { url: '', token: '' },
    publicUrl,
    inboxUrl: demo?.inboxUrl ?? null,
    federation: config.federation ?? demo?.federation ?? null,
    timestamps: config.timestamps ?? demo?.timestamps ?? null,
    collectors: demo?.collectors ?? noLocalReach,
  };
  const { platform, close } = await openPlatform(config, edges, log);
  life.onStop(close);
  if (!platform.antivirus.enabled) log.warn('no antivirus is configured (CLAMD_URL): files are not scanned');
  else if (config.role !== 'worker') void lookAt('the antivirus', platform.antivirus, log);
  if (!platform.timestamps.enabled) log.warn('no timestamp authority is configured (TSA_URL): nothing is timestamped');
  else if (config.timestamps && config.role !== 'worker')
    void lookAt('the timestamp authority', platform.timestamps, log);
  // An operator reads it at the start, and not with the first visit of the night.
  if (!config.demo) void platform.isolation.walls();
  if (config.role !== 'http') await platform.jobs.start(jobHandlers(platform));
  const world = Promise.withResolvers<void>();
  if (config.role !== 'worker') await listen(config, platform, { life, beside, edges, world: world.promise });
  if (demo) await demo.makeWorld(platform);
  world.resolve();
}

/** Logs at once what is wrong with a part. The start goes on: one that does not answer yet may come later. */
async function lookAt(name: string, part: { check(): Promise<void> }, log: Logger): Promise<void> {
  try {
    await part.check();
  } catch (error) {
    log.warn({ err: error }, `${name} cannot be used yet`);
  }
}

/** The embedded database, under the lock of its data folder; or the configured one, which many may share. */
async function openDatabaseServer(
  config: Config,
  log: Logger,
  life: Life,
): Promise<Edges['database'] & { ownerUrl: string }> {
  if (config.database) {
    const { ownerUrl, appUrl } = config.database;
    await requireDatabase('DATABASE_URL', ownerUrl);
    if (appUrl !== null) await requireDatabase('DATABASE_APP_URL', appUrl);
    return appUrl ? { ownerUrl, appUrl } : { ownerUrl, appUrl: ownerUrl, appRole: 'perenne_app' };
  }
  const folder = await openDataFolder(config.dataFolder);
  life.onStop(folder.release);
  const connections = config.httpProcesses * connectionsOf(config);
  const server = await startEmbeddedPostgres({ dataFolder: folder.path, log: postgresLog(log), connections });
  life.onStop(server.stop);
  return { ownerUrl: server.ownerUrl, appUrl: server.appUrl };
}

const postgresLog = (log: Logger) => ({
  info: (message: string) => log.debug({ part: 'postgres' }, message),
  warn: (message: string) => log.warn({ part: 'postgres' }, message),
  error: (message: string) => log.error({ part: 'postgres' }, message),
});

type Listening = { life: Life; beside: HttpProcesses; edges: Edges; world: Promise<void> };

async function listen(config: Config, platform: Platform, { life, beside, edges, world }: Listening): Promise<void> {
  let isWhole = false;
  const checkParts = checkerOf(platform);
  const readiness = async () => {
    if (!isWhole) throw new Error('not all has been started');
    await checkParts();
  };
  const app = await buildApp(platform, { ...config.http, readiness, beside: beside.shared });
  life.onStop(async () => void (await Promise.all([app.close(), beside.stop()])));
  await app.listen({ port: config.port, host: config.host });
  platform.log.info({ port: portOf(app), version: config.version }, 'listening');
  const clearAfter = (pid: number) => freeUploadSlots(platform, pid);
  void Promise.all([world, beside.join({ server: app.server, edges, world, clearAfter })]).then(() => (isWhole = true));
}

const portOf = (app: FastifyInstance): number => (app.server.address() as AddressInfo).port;
