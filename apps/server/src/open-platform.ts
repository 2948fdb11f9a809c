import path from 'node:path';
import type { Logger } from 'pino';
import { allJobs } from './app.ts';
import type { Config } from './config.ts';
import { connectClamd } from './platform/antivirus/clamd.ts';
import { noAntivirus } from './platform/antivirus/no-antivirus.ts';
import { openChatbotTokens } from './platform/chatbot-tokens.ts';
import { systemClock } from './platform/time/clock.ts';
import { openCollecting } from './platform/collecting/open-collecting.ts';
import type { LocalReach } from './platform/collecting/reach.ts';
import { openDigests } from './platform/digests/digests.ts';
import { connectFederation } from './platform/federation/openid.ts';
import type { FederationSettings } from './platform/federation/settings.ts';
import { checkpointFoldersOf, openObjects } from './open-stores.ts';
import { openIsolation } from './platform/isolation/isolation.ts';
import { prepareJobs } from './platform/jobs/prepare-jobs.ts';
import { openJobs } from './platform/jobs/open-jobs.ts';
import { openKeyringFile } from './platform/keys/keyring.ts';
import type { Keys } from './platform/keys/keys.ts';
import { connectSmtp } from './platform/mail/smtp.ts';
import { openPasswords } from './platform/passwords/passwords.ts';
import type { Platform } from './platform/platform.ts';
import { openReader } from './platform/reading/reader.ts';
import { RequestPauses } from './platform/jobs/request-pauses.ts';
import { openDatabase } from './platform/postgres/db.ts';
import { migrate } from './platform/postgres/migrate.ts';
import { requireRights } from './platform/postgres/require-database.ts';
import { openVault } from './platform/sealing/vault.ts';
import { openSeals } from './platform/seals/open-seals.ts';
import { openSigner } from './platform/seals/open-signer.ts';
import { openSecrets } from './platform/secrets.ts';
import { connectSmsGateway } from './platform/sms/gateway.ts';
import { openTimestamps, type TimestampSettings } from './platform/timestamps/open-timestamps.ts';
import { openTokens } from './platform/tokens/tokens.ts';
import { readVerifierPage } from './platform/verifier-page.ts';

/** The addresses of the platform's edges: configured, or those of the demonstration's stand-ins. */
export type Edges = {
  database: { appUrl: string; appRole?: string };
  smtpUrl: string;
  sms: { url: string; token: string };
  publicUrl: string;
  inboxUrl: string | null;
  federation: FederationSettings | null;
  timestamps: TimestampSettings | null;
  /** The addresses at which collectors find the partners of the demonstration. */
  collectors: LocalReach;
};

export type OpenedPlatform = { platform: Platform; close(): Promise<void> };

/** The connections that a process may hold: of either kind of commit, of its jobs, and of its migrations. */
export const connectionsOf = ({ poolSize }: Pick<Config, 'poolSize'>): number => 2 * poolSize + 10;

/** Brings the database and its queues to this version: the one thing that takes the rights of its owner. */
export async function prepareDatabase(config: Config, ownerUrl: string): Promise<void> {
  await migrate(ownerUrl, systemClock(config.clockOffsetMs).now());
  await prepareJobs(ownerUrl, allJobs);
}

/** Makes the platform out of its parts. `close` closes what it opened, the jobs first. */
export async function openPlatform(config: Config, edges: Edges, log: Logger): Promise<OpenedPlatform> {
  const clock = systemClock(config.clockOffsetMs);
  const { appUrl, appRole } = edges.database;
  const access = { url: appUrl, ...(appRole !== undefined && { role: appRole }), log };
  const database = openDatabase({ ...access, poolSize: config.poolSize });
  const jobs = openJobs(access);
  const keys = await openKeys(config, clock.now());
  const secrets = await requireRights(edges.database, () => openSecrets(database.db, keys, clock));
  const sealing = { db: database.db, keys, secrets, clock };
  const isolation = openIsolation(log);
  const mail = connectSmtp(edges.smtpUrl, { from: config.mailFrom });
  const platform: Platform = {
    ...{ log, clock, keys, secrets, jobs, mail, db: database.db, relaxedDb: database.relaxed },
    settings: {
      version: config.version,
      demo: config.demo,
      publicUrl: edges.publicUrl,
      storageLimitBytes: config.storageLimitBytes,
      inboxUrl: edges.inboxUrl,
      otherVersionUrl: config.otherVersionUrl,
      partners: config.partners,
      controller: config.controller,
      metricsToken: config.metricsToken,
      checkpointFolders: checkpointFoldersOf(config),
    },
    vault: openVault({ db: database.db, keys, clock }),
    objects: await openObjects(config),
    antivirus: config.clamdUrl
      ? connectClamd(config.clamdUrl, { log, processes: config.httpProcesses })
      : noAntivirus(),
    digests: openDigests(),
    isolation,
    reader: openReader({ isolation }),
    pauses: new RequestPauses(),
    collecting: await openCollecting({ log, isolation, local: edges.collectors }),
    tokens: openTokens(secrets, clock),
    chatbot: openChatbotTokens({ db: database.db, keys, clock, issuer: edges.publicUrl }),
    seals: openSeals(sealing, await openSigner(config.seal, sealing)),
    timestamps: await openTimestamps(edges.timestamps, { clock, log }),
    passwords: await openPasswords(secrets.pepper),
    sms: connectSmsGateway({ ...edges.sms, sender: config.smsSender }),
    federation: edges.federation && connectFederation(edges.federation, edges),
    verifierPage: await readVerifierPage(),
  };
  const close = async () => {
    await jobs.stop();
    await mail.close();
    await platform.digests.close();
    await platform.passwords.close();
    await database.close();
  };
  return { platform, close };
}

/** The clients of the cloud are loaded where they are configured: they are most of the start otherwise. */
async function openKeys(config: Config, now: Date): Promise<Keys> {
  if (!config.kms) return openKeyringFile(path.join(config.dataFolder, 'keyring.json'), { create: true, now });
  const { connectKms } = await import('./platform/keys/kms.ts');
  return connectKms(config.kms);
}
