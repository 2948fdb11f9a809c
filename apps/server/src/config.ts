import { readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import path from 'node:path';
import { z } from 'zod';
import { assuranceLevels, type FederationSettings } from './platform/federation/settings.ts';
import type { Controller } from '@perenne/contract/system';
import type { Partners } from './platform/partners.ts';
import type { SealSettings } from './platform/seals/open-signer.ts';
import type { KmsSettings } from './platform/keys/kms.ts';
import { isNetwork } from './platform/http/connections/client-address.ts';
import { StartError } from './platform/start-error.ts';
import type { TimestampSettings } from './platform/timestamps/open-timestamps.ts';

const flag = z.enum(['true', 'false']).transform((value) => value === 'true');
const list = z.string().transform((value) =>
  value
    .split(',')
    .map((entry) => entry.trim())
    .filter(Boolean),
);
/** `none` is an answer: production must know that somebody thought of it. */
const proxies = list
  .transform((entries) => (entries.join() === 'none' ? [] : entries))
  .refine((entries) => entries.every(isNetwork), 'holds what is neither an address nor a network (10.0.0.0/8)');
const url = z.url();
const rate = z.coerce.number().min(0).max(1).default(0);
/** The address of a service that speaks HTTP. */
const webUrl = z.url({ protocol: /^https?$/ });

const variables = z.object({
  PORT: z.coerce.number().int().min(0).max(65_535).default(3000),
  HOST: z.string().min(1).default('127.0.0.1'),
  NODE_ENV: z.string().default('development'),
  PERENNE_DATA: z.string().min(1).default('data'),
  PERENNE_DEMO: flag.optional(),
  PERENNE_ROLE: z.enum(['all', 'http', 'worker']).default('all'),
  PERENNE_HTTP_PROCESSES: z.coerce.number().int().min(1).max(16).optional(),
  PERENNE_LOG_LEVEL: z.enum(['debug', 'info', 'warn', 'error', 'silent']).optional(),
  PERENNE_STORAGE_LIMIT: z.coerce.number().int().positive().default(10_000_000_000),
  PERENNE_RATE_LIMIT: z.coerce.number().int().nonnegative().optional(),
  PERENNE_TRUSTED_PROXIES: proxies.optional(),
  PERENNE_CORS_ORIGINS: list.default([]),
  PERENNE_OTHER_VERSION_URL: url.optional(),
  PERENNE_CHECKPOINT_DIR: z.string().min(1).optional(),
  PERENNE_METRICS_TOKEN: z.string().min(16).optional(),
  PERENNE_CHATBOT_URL: webUrl.optional(),
  PERENNE_ANALYTICS_URL: webUrl.optional(),
  PERENNE_ANALYTICS_SAMPLE_RATE: rate,
  PERENNE_ERROR_REPORTING_URL: webUrl.optional(),
  PERENNE_ERROR_REPORTING_SAMPLE_RATE: rate,
  PERENNE_CONTROLLER_NAME: z.string().min(1).optional(),
  PERENNE_CONTROLLER_ADDRESS: z.string().min(1).optional(),
  PERENNE_CONTROLLER_EMAIL: z.email().optional(),
  PERENNE_CONTROLLER_DPO_EMAIL: z.email().optional(),
  PERENNE_CONTROLLER_HOSTING: z.string().min(1).optional(),
  PERENNE_CLOCK_OFFSET_MS: z.coerce.number().int().default(0),
  PUBLIC_URL: url.optional(),
  DATABASE_URL: url.optional(),
  DATABASE_APP_URL: url.optional(),
  DATABASE_POOL: z.coerce.number().int().min(2).max(200).default(12),
  S3_ENDPOINT: url.optional(),
  S3_REGION: z.string().default('eu-west-3'),
  S3_BUCKET: z.string().optional(),
  S3_ACCESS_KEY_ID: z.string().optional(),
  S3_SECRET_ACCESS_KEY: z.string().optional(),
  S3_FORCE_PATH_STYLE: flag.default(true),
  KMS_KEY_ID: z.string().optional(),
  KMS_FORMER_KEY_IDS: list.default([]),
  KMS_ENDPOINT: url.optional(),
  KMS_REGION: z.string().default('eu-west-3'),
  KMS_ACCESS_KEY_ID: z.string().optional(),
  KMS_SECRET_ACCESS_KEY: z.string().optional(),
  SMTP_URL: z.string().optional(),
  SMTP_FROM: z.string().default('Pérenne <ne-pas-repondre@perenne.invalid>'),
  SMS_URL: url.optional(),
  SMS_TOKEN: z.string().optional(),
  SMS_SENDER: z.string().max(11).default('Perenne'),
  CLAMD_URL: z.string().optional(),
  TSA_URL: list.pipe(z.array(webUrl)).default([]),
  TSA_CA: z.string().optional(),
  TSA_POLICY: z
    .string()
    .regex(/^[0-2](\.\d+)+$/)
    .optional(),
  SEAL_P12: z.string().optional(),
  SEAL_P12_PASSWORD: z.string().optional(),
  SEAL_KMS_KEY_ID: z.string().optional(),
  SEAL_CERTIFICATE: z.string().optional(),
  FRANCECONNECT_ISSUER: url.optional(),
  FRANCECONNECT_CLIENT_ID: z.string().optional(),
  FRANCECONNECT_CLIENT_SECRET: z.string().optional(),
  FRANCECONNECT_PKCE: flag.default(false),
  FRANCECONNECT_ACR: z.enum(assuranceLevels).default('eidas1'),
  FRANCECONNECT_SIGNATURE: z.enum(['ES256', 'RS256']).default('ES256'),
});

type Variables = z.output<typeof variables>;

/** The configuration, read once: nothing else looks at the environment. */
export type Config = ReturnType<typeof readConfig>;

/** The environment of a process that only answers: it gets no login of the owner, who could change the journal. */
export const environmentToAnswer = (environment: NodeJS.ProcessEnv = process.env): NodeJS.ProcessEnv => ({
  ...environment,
  DATABASE_URL: environment['DATABASE_APP_URL'],
});

/** @throws {StartError} a variable that cannot be understood, named without its value */
export function readConfig(environment: NodeJS.ProcessEnv = process.env) {
  const given = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ''));
  const parsed = variables.safeParse(given);
  if (!parsed.success) {
    const names = [...new Set(parsed.error.issues.map((issue) => String(issue.path[0])))].join(', ');
    throw new StartError(`The configuration cannot be read: ${names} ${names.includes(',') ? 'are' : 'is'} not valid.`);
  }
  const v = parsed.data;
  const demo = v.PERENNE_DEMO ?? true;
  return {
    version: readVersion(),
    production: v.NODE_ENV === 'production',
    demo,
    /** Variables that nobody set: their defaults may be meant for another machine than this one. */
    unsaid: { demo: v.PERENNE_DEMO === undefined, trustedProxies: v.PERENNE_TRUSTED_PROXIES === undefined },
    role: v.PERENNE_ROLE,
    httpProcesses: v.PERENNE_HTTP_PROCESSES ?? usualHttpProcesses(v.PERENNE_ROLE),
    // In the demonstration, what people are to read stands out.
    logLevel: v.PERENNE_LOG_LEVEL ?? (demo ? 'warn' : 'info'),
    port: v.PORT,
    host: v.HOST,
    dataFolder: path.resolve(v.PERENNE_DATA),
    /** The folder of checkpoints besides the data folder. */
    checkpointFolder: v.PERENNE_CHECKPOINT_DIR ? path.resolve(v.PERENNE_CHECKPOINT_DIR) : null,
    publicUrl: v.PUBLIC_URL ?? null,
    storageLimitBytes: v.PERENNE_STORAGE_LIMIT,
    http: {
      requestsPerMinute: v.PERENNE_RATE_LIMIT ?? (demo ? 0 : 1_200),
      trustedProxies: v.PERENNE_TRUSTED_PROXIES ?? [],
      corsOrigins: v.PERENNE_CORS_ORIGINS,
    },
    otherVersionUrl: v.PERENNE_OTHER_VERSION_URL ?? null,
    partners: readPartners(v),
    controller: readController(v),
    metricsToken: v.PERENNE_METRICS_TOKEN ?? null,
    clockOffsetMs: v.PERENNE_CLOCK_OFFSET_MS,
    ...readParts(v),
  };
}

/** If one process does everything, PostgreSQL and the contents take the second core; a third and a fourth are idle. */
const usualHttpProcesses = (role: Variables['PERENNE_ROLE']): number =>
  role === 'all' && availableParallelism() >= 4 ? 2 : 1;

function readPartners(v: Variables): Partners {
  const sampled = (url: string | undefined, sampleRate: number) => (url ? { url, sampleRate } : null);
  return {
    chatbotUrl: v.PERENNE_CHATBOT_URL ?? null,
    analytics: sampled(v.PERENNE_ANALYTICS_URL, v.PERENNE_ANALYTICS_SAMPLE_RATE),
    errorReporting: sampled(v.PERENNE_ERROR_REPORTING_URL, v.PERENNE_ERROR_REPORTING_SAMPLE_RATE),
  };
}

/** Without a name, the privacy page says that nobody has been named. */
function readController(v: Variables): Controller | null {
  if (v.PERENNE_CONTROLLER_NAME === undefined) return null;
  return {
    name: v.PERENNE_CONTROLLER_NAME,
    address: v.PERENNE_CONTROLLER_ADDRESS ?? null,
    email: v.PERENNE_CONTROLLER_EMAIL ?? null,
    dpoEmail: v.PERENNE_CONTROLLER_DPO_EMAIL ?? null,
    hosting: v.PERENNE_CONTROLLER_HOSTING ?? null,
  };
}

/** Each real part that is named replaces its embedded one; a part half named is refused. */
function readParts(v: Variables) {
  const s3 = {
    S3_ENDPOINT: v.S3_ENDPOINT,
    S3_ACCESS_KEY_ID: v.S3_ACCESS_KEY_ID,
    S3_SECRET_ACCESS_KEY: v.S3_SECRET_ACCESS_KEY,
  };
  if (v.S3_BUCKET) requireAll(s3, 'S3_BUCKET');
  if (v.SMS_URL) requireAll({ SMS_TOKEN: v.SMS_TOKEN }, 'SMS_URL');
  return {
    database: v.DATABASE_URL ? { ownerUrl: v.DATABASE_URL, appUrl: v.DATABASE_APP_URL ?? null } : null,
    poolSize: v.DATABASE_POOL,
    s3: v.S3_BUCKET
      ? {
          endpoint: String(v.S3_ENDPOINT),
          region: v.S3_REGION,
          bucket: v.S3_BUCKET,
          accessKeyId: String(v.S3_ACCESS_KEY_ID),
          secretAccessKey: String(v.S3_SECRET_ACCESS_KEY),
          forcePathStyle: v.S3_FORCE_PATH_STYLE,
        }
      : null,
    kms: readRootKms(v),
    smtp: v.SMTP_URL ? { url: v.SMTP_URL } : null,
    mailFrom: v.SMTP_FROM,
    sms: v.SMS_URL ? { url: v.SMS_URL, token: String(v.SMS_TOKEN) } : null,
    smsSender: v.SMS_SENDER,
    clamdUrl: v.CLAMD_URL ?? null,
    timestamps: readTimestamps(v),
    seal: readSeal(v),
    federation: readFederation(v),
  };
}

function readTimestamps(v: Variables): TimestampSettings | null {
  if (v.TSA_URL.length === 0) return null;
  requireAll({ TSA_CA: v.TSA_CA }, 'TSA_URL');
  return { urls: v.TSA_URL, ca: String(v.TSA_CA), ...(v.TSA_POLICY !== undefined && { policy: v.TSA_POLICY }) };
}

/** None is the pair that the installation makes for itself. */
function readSeal(v: Variables): SealSettings | null {
  const { SEAL_P12, SEAL_P12_PASSWORD, SEAL_KMS_KEY_ID, SEAL_CERTIFICATE } = v;
  if (SEAL_P12 && SEAL_KMS_KEY_ID) throw new StartError('SEAL_P12 and SEAL_KMS_KEY_ID are set: choose one.');
  if (SEAL_P12) {
    requireAll({ SEAL_P12_PASSWORD }, 'SEAL_P12');
    return { kind: 'file', file: path.resolve(SEAL_P12), password: String(SEAL_P12_PASSWORD) };
  }
  if (!SEAL_KMS_KEY_ID) return null;
  requireAll({ SEAL_CERTIFICATE }, 'SEAL_KMS_KEY_ID');
  const kms = { keyId: SEAL_KMS_KEY_ID, region: v.KMS_REGION, ...kmsAccess(v) };
  return { kind: 'kms', kms, certificate: String(SEAL_CERTIFICATE) };
}

function readFederation(v: Variables): FederationSettings | null {
  if (!v.FRANCECONNECT_ISSUER) return null;
  const { FRANCECONNECT_CLIENT_ID, FRANCECONNECT_CLIENT_SECRET } = v;
  requireAll({ FRANCECONNECT_CLIENT_ID, FRANCECONNECT_CLIENT_SECRET }, 'FRANCECONNECT_ISSUER');
  return {
    issuer: v.FRANCECONNECT_ISSUER,
    clientId: String(FRANCECONNECT_CLIENT_ID),
    clientSecret: String(FRANCECONNECT_CLIENT_SECRET),
    pkce: v.FRANCECONNECT_PKCE,
    acr: v.FRANCECONNECT_ACR,
    signature: v.FRANCECONNECT_SIGNATURE,
  };
}

function readRootKms(v: Variables): KmsSettings | null {
  if (!v.KMS_KEY_ID) return null;
  return { keyId: v.KMS_KEY_ID, formerKeyIds: v.KMS_FORMER_KEY_IDS, region: v.KMS_REGION, ...kmsAccess(v) };
}

function kmsAccess(v: Variables) {
  const endpoint = v.KMS_ENDPOINT === undefined ? {} : { endpoint: v.KMS_ENDPOINT };
  if (!v.KMS_ACCESS_KEY_ID || !v.KMS_SECRET_ACCESS_KEY) return endpoint;
  return {
    ...endpoint,
    credentials: { accessKeyId: v.KMS_ACCESS_KEY_ID, secretAccessKey: v.KMS_SECRET_ACCESS_KEY },
  };
}

function requireAll(needed: Record<string, unknown>, by: string): void {
  const missing = Object.keys(needed).filter((name) => needed[name] === undefined);
  if (missing.length > 0) throw new StartError(`${by} is set, but ${missing.join(' and ')} is missing.`);
}

function readVersion(): string {
  const file = new URL('../package.json', import.meta.url);
  return z.object({ version: z.string() }).parse(JSON.parse(readFileSync(file, 'utf8'))).version;
}

const clientVariables = z.object({
  PERENNE_URL: url.default('http://localhost:3000'),
  PERENNE_CLIENT_ID: z.string().min(1),
  PERENNE_CLIENT_SECRET: z.string().min(1),
});

/** The address for an employer's commands, and who sends them. */
export type ClientConfig = { baseUrl: string; clientId: string; clientSecret: string };

/** @throws {StartError} a variable that is missing or cannot be understood, named without its value */
export function readClientConfig(environment: NodeJS.ProcessEnv = process.env): ClientConfig {
  const parsed = clientVariables.safeParse(
    Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== '')),
  );
  if (!parsed.success) {
    const names = parsed.error.issues.map((issue) => String(issue.path[0])).join(' and ');
    throw new StartError(`Set ${names}: an employer's commands need the address of the safe and its credentials.`);
  }
  const { PERENNE_URL: baseUrl, PERENNE_CLIENT_ID: clientId, PERENNE_CLIENT_SECRET: clientSecret } = parsed.data;
  return { baseUrl: baseUrl.replace(/\/+$/, ''), clientId, clientSecret };
}
