import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { pino } from 'pino';
import { buildApp, jobHandlers, type AppSettings } from '../app.ts';
import type { Antivirus } from '../platform/antivirus/antivirus.ts';
import { noAntivirus } from '../platform/antivirus/no-antivirus.ts';
import { openCollecting, type CollectingOptions } from '../platform/collecting/open-collecting.ts';
import { openChatbotTokens } from '../platform/chatbot-tokens.ts';
import { openDigests } from '../platform/digests/digests.ts';
import { undeclaredMessage } from '../platform/http/error-handler.ts';
import type { Federation } from '../platform/federation/federation.ts';
import { openIsolation } from '../platform/isolation/isolation.ts';
import { openJobs } from '../platform/jobs/open-jobs.ts';
import { openKeyringFile } from '../platform/keys/keyring.ts';
import { MailUnavailable, type MailMessage } from '../platform/mail/mail.ts';
import { openObjectFolder, startFolderThreads } from '../platform/objects/folder.ts';
import type { Objects } from '../platform/objects/objects.ts';
import { noPartners, type Partners } from '../platform/partners.ts';
import { HashingThreads } from '../platform/passwords/hashing-threads.ts';
import { openPasswords } from '../platform/passwords/passwords.ts';
import type { Platform, Settings } from '../platform/platform.ts';
import { openDatabase } from '../platform/postgres/db.ts';
import { openReader } from '../platform/reading/reader.ts';
import { RequestPauses } from '../platform/jobs/request-pauses.ts';
import type { Reader } from '../platform/reading/reading.ts';
import { openVault } from '../platform/sealing/vault.ts';
import { openLocalSigner } from '../platform/seals/local-signer.ts';
import { openSeals } from '../platform/seals/open-seals.ts';
import { openSecrets } from '../platform/secrets.ts';
import type { SmsMessage } from '../platform/sms/sms.ts';
import { openTokens } from '../platform/tokens/tokens.ts';
import { pace } from './pace.ts';
import { fakeTimestamps, type FakeTimestamps } from './fakes/fake-timestamps.ts';
import { testClock, type TestClock } from './test-clock.ts';
import { createTestDatabase, type TestDatabase } from './test-database.ts';
import { sharedCodes } from './collecting/collector-codes.ts';

/** The world around the application, as far as a test may see and turn it. */
export type TestApp = {
  app: FastifyInstance;
  platform: Platform;
  clock: TestClock;
  database: TestDatabase;
  dataFolder: string;
  mails: MailMessage[];
  texts: SmsMessage[];
  /** Every line of the log. */
  logged: string[];
  /** While it is set, the mail server does not answer. */
  mailIsDown: { value: boolean };
  /** How often a mail was to be sent. */
  mailTries: { count: number };
  /** The timestamp authority, with the faults that a test gives it. */
  timestamps: FakeTimestamps;
  /** Starts the worker in this process. */
  startWorker(): Promise<void>;
  close(): Promise<void>;
};

type Options = {
  antivirus?: Antivirus;
  /** By default, one that draws what somebody waits for and finds nothing in documents that are added. */
  reader?: Reader;
  storageLimitBytes?: number;
  publicUrl?: string;
  partners?: Partners;
  controller?: Settings['controller'];
  federation?: Federation;
  settings?: Partial<AppSettings>;
  platformSettings?: Partial<Settings>;
  collecting?: Omit<CollectingOptions, 'log'>;
  /** The store of contents; a folder by default. */
  objects?: Objects;
  /** Another process of the same installation: its database, keys, objects and clock. */
  beside?: TestApp;
};

// The worlds of a test process share the threads: each takes longer to start than all its world has for it.
const folderThreads = startFolderThreads();
const hashingThreads = new HashingThreads();
const cheapHash = { memoryCost: 1024, timeCost: 1, parallelism: 1 };

/** The whole application on a database of its own; mail and SMS are kept in lists. */
export async function createTestApp(options: Options = {}): Promise<TestApp> {
  const { beside } = options;
  const database = beside?.database ?? (await createTestDatabase());
  const dataFolder = beside?.dataFolder ?? (await mkdtemp(join(tmpdir(), 'perenne-test-app-')));
  const clock = beside?.clock ?? testClock();
  const logged: string[] = [];
  const log = pino({ level: 'debug', base: null }, { write: (line: string) => void logged.push(line) });
  // On a slow machine a burst of calls waits longer for its turns: that is no fault of the application.
  const parts = openDatabase({ url: database.appUrl, poolSize: 6, log, connectionWaitMs: 5_000 * pace });
  // A cron follows the clock of the machine, and would begin at any minute what the test's own clock has made due.
  const jobs = openJobs({ url: database.appUrl, log, schedule: false });
  const keys = await openKeyringFile(join(dataFolder, 'keyring.json'), { create: true, now: clock.now() });
  const secrets = await openSecrets(parts.db, keys, clock);
  const edges = fakeEdges();
  const isolation = openIsolation(log);
  const timestamps = beside?.timestamps ?? fakeTimestamps({ clock, log });
  const platform: Platform = {
    settings: {
      version: '0.0.0-test',
      demo: false,
      publicUrl: options.publicUrl ?? 'https://safe.example',
      storageLimitBytes: options.storageLimitBytes ?? 10_000_000_000,
      inboxUrl: null,
      otherVersionUrl: null,
      partners: options.partners ?? noPartners,
      controller: options.controller ?? null,
      metricsToken: null,
      checkpointFolders: [join(dataFolder, 'checkpoints')],
      ...options.platformSettings,
    },
    ...{ log, clock, keys, secrets, jobs, mail: edges.mail, sms: edges.sms },
    ...{ db: parts.db, relaxedDb: parts.relaxed, federation: options.federation ?? null },
    vault: openVault({ db: parts.db, keys, clock }),
    objects: options.objects ?? (await openObjectFolder(join(dataFolder, 'objects'), folderThreads)),
    antivirus: options.antivirus ?? noAntivirus(),
    digests: openDigests(),
    isolation,
    reader: options.reader ?? withoutSessions(openReader({ isolation, isUrgent: true })),
    pauses: new RequestPauses(),
    collecting: await openCollecting({ log, isolation, codes: sharedCodes, ...options.collecting }),
    tokens: openTokens(secrets, clock),
    chatbot: openChatbotTokens({ db: parts.db, keys, clock, issuer: 'https://safe.example' }),
    seals: openSeals({ db: parts.db, keys, secrets, clock }, openLocalSigner({ db: parts.db, keys, clock })),
    timestamps,
    verifierPage: Buffer.from('<!doctype html><title>verifier</title>'),
    passwords: await openPasswords(secrets.pepper, cheapHash, hashingThreads),
  };
  const app = await buildApp(platform, {
    ...{ corsOrigins: [], trustedProxies: [], requestsPerMinute: 0, readiness: async () => {} },
    ...options.settings,
  });
  const close = async () => {
    await app.close();
    await jobs.stop();
    await platform.digests.close();
    await parts.close();
    if (beside) return;
    await database.drop();
    await rm(dataFolder, { recursive: true, force: true });
    refuseUndeclared(logged);
  };
  const startWorker = () => jobs.start(jobHandlers(platform));
  return { app, platform, clock, database, dataFolder, logged, timestamps, ...edges.seen, startWorker, close };
}

/** A worker reads each document that is added in a process: most tests start one for another job. */
const withoutSessions = (reader: Reader): Reader => ({
  read: reader.read,
  openSession: () => ({ read: async () => ({ picture: null, text: null }), close: () => {} }),
});

/** Each error that was answered is one that the contract declares. */
function refuseUndeclared(logged: readonly string[]): void {
  const undeclared = logged.filter((line) => line.includes(undeclaredMessage));
  if (undeclared.length > 0) throw new Error([...new Set(undeclared.map(withoutTime))].join('\n'));
}

const withoutTime = (line: string): string => {
  const { operation, codes, msg } = JSON.parse(line) as { operation: string; codes: string[]; msg: string };
  return `${operation} ${codes.join(', ')}: ${msg}`;
};

function fakeEdges() {
  const seen = {
    mails: [] as MailMessage[],
    texts: [] as SmsMessage[],
    mailIsDown: { value: false },
    mailTries: { count: 0 },
  };
  return {
    seen,
    mail: {
      send: async (message: MailMessage) => {
        seen.mailTries.count += 1;
        if (seen.mailIsDown.value) throw new MailUnavailable('down', 'ECONNREFUSED');
        seen.mails.unshift(message);
      },
      check: async () => {},
      close: async () => {},
    },
    sms: { send: async (message: SmsMessage) => void seen.texts.unshift(message), check: async () => {} },
  };
}
