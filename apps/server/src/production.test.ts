import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { readConfig } from './config.ts';
import { StartError } from './platform/start-error.ts';
import { requireProductionParts } from './production.ts';

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
    ['DATABASE_URL', 'CLAMD_URL', 'SMTP_URL', 'SMS_URL', 'PUBLIC_URL'],
  ],
  [{ SMS_URL: 'https://sms.example' }, ['SMS_TOKEN']],
  [{ FRANCECONNECT_ISSUER: 'https://fc.example/api/v2' }, ['FRANCECONNECT_CLIENT_ID', 'FRANCECONNECT_CLIENT_SECRET']],
  [{ PORT: 'http', DATABASE_POOL: '1' }, ['PORT', 'DATABASE_POOL']],
  [{ S3_BUCKET: 'safes' }, ['S3_ENDPOINT', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY']],
])('names what is missing or wrong: %o', async (environment, names) => {
  const said = await refusalOf(environment);
  for (const name of names) expect(said).toContain(name);
});

const parts = {
  ...{ NODE_ENV: 'production', PERENNE_DEMO: 'false', DATABASE_URL: 'postgresql://perenne@127.0.0.1/perenne' },
  ...{ CLAMD_URL: 'tcp://127.0.0.1:3310', SMTP_URL: 'smtp://127.0.0.1:25', SMTP_FROM: 'safe@example.org' },
  ...{ SMS_URL: 'https://sms.example', SMS_TOKEN: 'token', PUBLIC_URL: 'https://safe.example' },
};

it('accepts production when it has every part', async () => {
  await expect(check(parts)).resolves.toBeUndefined();
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
])('refuses in production what only a demonstration may have: %o', async (environment, sentence) => {
  expect(await refusalOf({ ...parts, ...environment })).toContain(sentence);
});

it.skipIf(process.platform === 'win32')('refuses in production a data folder that others can read', async () => {
  await chmod(dataFolder, 0o755);
  expect(await refusalOf(parts)).toContain('can be read by others');
});
