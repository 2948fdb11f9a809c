import type { Controller } from '@perenne/contract/system';
import type { Logger } from 'pino';
import type { Antivirus } from './antivirus/antivirus.ts';
import type { ChatbotTokens } from './chatbot-tokens.ts';
import type { Clock } from './time/clock.ts';
import type { Collecting } from './collecting/collecting.ts';
import type { Digests } from './digests/digests.ts';
import type { Federation } from './federation/federation.ts';
import type { Isolation } from './isolation/isolation.ts';
import type { Jobs } from './jobs/jobs.ts';
import type { Keys } from './keys/keys.ts';
import type { Mail } from './mail/mail.ts';
import type { Objects } from './objects/objects.ts';
import type { Partners } from './partners.ts';
import type { Passwords } from './passwords/passwords.ts';
import type { Db } from './postgres/db.ts';
import type { Reader } from './reading/reading.ts';
import type { RequestPauses } from './jobs/request-pauses.ts';
import type { Seals } from './seals/seals.ts';
import type { Vault } from './sealing/vault.ts';
import type { Secrets } from './secrets.ts';
import type { Sms } from './sms/sms.ts';
import type { Timestamps } from './timestamps/timestamps.ts';
import type { Tokens } from './tokens/tokens.ts';

/** Settings that the product decides and the operator may change. */
export type Settings = {
  version: string;
  demo: boolean;
  publicUrl: string;
  /** Bytes that the owner and the collectors may add to a new safe. */
  storageLimitBytes: number;
  /** The address where the demonstration's mails and SMS can be read. */
  inboxUrl: string | null;
  /** Another version of the application, whose `/fc-callback` a sign-in may be sent to. */
  otherVersionUrl: string | null;
  partners: Partners;
  /** The controller of the personal data, as the privacy page names it. */
  controller: Controller | null;
  /** The token of a scraper of `/metrics`; without it, nothing is served outside the demonstration. */
  metricsToken: string | null;
  /** The folders of checkpoints: beside the data, and where the operator keeps them apart from it. */
  checkpointFolders: readonly string[];
};

/** Everything that a use case needs of the world, made in one place and passed as first argument. */
export type Platform = {
  settings: Settings;
  log: Logger;
  clock: Clock;
  db: Db;
  /** Commits without waiting for the disk: traces of reading, and what may be done again. */
  relaxedDb: Db;
  keys: Keys;
  secrets: Secrets;
  vault: Vault;
  objects: Objects;
  antivirus: Antivirus;
  digests: Digests;
  isolation: Isolation;
  reader: Reader;
  pauses: RequestPauses;
  collecting: Collecting;
  tokens: Tokens;
  chatbot: ChatbotTokens;
  seals: Seals;
  timestamps: Timestamps;
  passwords: Passwords;
  jobs: Jobs;
  mail: Mail;
  sms: Sms;
  /** None where the installation has no federation. */
  federation: Federation | null;
  /** The page that checks archives without a network: each archive holds it. */
  verifierPage: Buffer;
};
