import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { makeRoot } from '../demo/timestamps/authority.ts';
import { readConfig } from './config.ts';
import { StartError } from './platform/start-error.ts';
import { requireProductionParts } from './production.ts';
import { longLife, productionParts } from './testing/instances/production-parts.ts';

let dataFolder: string;

beforeEach(async () => {
  dataFolder = await mkdtemp(join(tmpdir(), 'perenne-production-'));
});
afterEach(() => rm(dataFolder, { recursive: true }));

const check = async (environment: Record<string, string>): Promise<void> =>
  requireProductionParts(readConfig({ PERENNE_DATA: dataFolder, ...environment }));

/** The sentence for the operator. */
async function refusalOf(environment: Record<string, string>): Promise<string> {
  try {
    await check(environment);
  } catch (error) {
    if (error instanceof StartError) return error.message;
    throw error;
  }
  throw new Error('nothing was refused');
}

it.each([
  [{ PERENNE_DEMO: 'false' }, ['SMTP_URL', 'SMS_URL']],
  [
    { NODE_ENV: 'production', PERENNE_DEMO: 'false' },
    [
      ...['DATABASE_URL', 'DATABASE_APP_URL', 'CLAMD_URL', 'SMTP_URL', 'SMS_URL', 'PUBLIC_URL'],
      ...['TSA_URL', 'SEAL_P12 or SEAL_KMS_KEY_ID'],
    ],
  ],
  [{ SMS_URL: 'https://sms.example' }, ['SMS_TOKEN']],
  [{ FRANCECONNECT_ISSUER: 'https://fc.example/api/v2' }, ['FRANCECONNECT_CLIENT_ID', 'FRANCECONNECT_CLIENT_SECRET']],
  [{ PORT: 'http', DATABASE_POOL: '1' }, ['PORT', 'DATABASE_POOL']],
  [{ TSA_URL: 'https://tsa.example' }, ['TSA_CA']],
  [{ TSA_URL: 'https://tsa.example, tsa.example' }, ['TSA_URL']],
  [{ TSA_POLICY: 'any' }, ['TSA_POLICY']],
  [{ SEAL_P12: 'seal.p12' }, ['SEAL_P12_PASSWORD']],
  [{ SEAL_KMS_KEY_ID: 'seal' }, ['SEAL_CERTIFICATE']],
  [{ SEAL_P12: 'seal.p12', SEAL_P12_PASSWORD: 'word', SEAL_KMS_KEY_ID: 'seal' }, ['SEAL_P12', 'SEAL_KMS_KEY_ID']],
  [{ S3_BUCKET: 'safes' }, ['S3_ENDPOINT', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY']],
])('names what is missing or wrong: %o', async (environment, names) => {
  const said = await refusalOf(environment);
  for (const name of names) expect(said).toContain(name);
});

it('reads each authority of TSA_URL, in the order in which they are asked', () => {
  const { timestamps } = readConfig({
    TSA_URL: 'https://second.example/tsa?key=1, https://first.example/',
    TSA_CA: 'roots.pem',
  });
  expect(timestamps).toEqual({
    urls: ['https://second.example/tsa?key=1', 'https://first.example/'],
    ca: 'roots.pem',
  });
});

it('accepts production when it has every part', async () => {
  await expect(check(productionParts)).resolves.toBeUndefined();
});

it.each([
  [{ PUBLIC_URL: 'http://safe.example' }, 'PUBLIC_URL begins with https://'],
  [{ SMTP_FROM: 'safe@perenne.invalid' }, 'SMTP_FROM must be set'],
  [
    {
      ...{ FRANCECONNECT_ISSUER: 'http://127.0.0.1:8080/api/v2' },
      ...{ FRANCECONNECT_CLIENT_ID: 'perenne', FRANCECONNECT_CLIENT_SECRET: 'secret' },
    },
    'FRANCECONNECT_ISSUER begins with https://',
  ],
  [{ TSA_CA: makeRoot(longLife).certificate.toString() }, 'that of a demonstration is a stand-in'],
  [{ TSA_CA: 'nowhere.pem' }, 'TSA_CA is neither certificates in PEM nor a file of them'],
  [{ TSA_CA: '-----BEGIN nothing-----' }, 'TSA_CA holds no certificate'],
  [{ DATABASE_APP_URL: '' }, 'DATABASE_APP_URL must be set'],
  [{ TSA_URL: '', TSA_CA: '' }, 'TSA_URL must be set'],
  [{ SEAL_P12: '' }, 'SEAL_P12 or SEAL_KMS_KEY_ID must be set'],
])('refuses in production what only a demonstration may have: %o', async (environment, sentence) => {
  expect(await refusalOf({ ...productionParts, ...environment })).toContain(sentence);
});

it.skipIf(process.platform === 'win32')('refuses in production a data folder that others can read', async () => {
  await chmod(dataFolder, 0o755);
  expect(await refusalOf(productionParts)).toContain('can be read by others');
});
