import { stat } from 'node:fs/promises';
import type { Config } from './config.ts';
import { readCertificateFile } from './platform/pki/certificate-file.ts';
import { StartError } from './platform/start-error.ts';
import { isDemonstrationAuthority } from './platform/timestamps/demonstration.ts';
import type { TimestampSettings } from './platform/timestamps/open-timestamps.ts';

/**
 * Outside the demonstration nothing stands in for a real part, and production asks for all of them.
 * @throws {StartError} naming what is missing
 */
export async function requireProductionParts(config: Config): Promise<void> {
  if (config.demo) return;
  const needed: Record<string, unknown> = { SMTP_URL: config.smtp, SMS_URL: config.sms };
  if (config.production)
    Object.assign(needed, {
      DATABASE_URL: config.database,
      // A process that serves requests must not be able to take the owner's rights over the journal.
      DATABASE_APP_URL: config.database?.appUrl ?? null,
      CLAMD_URL: config.clamdUrl,
      PUBLIC_URL: config.publicUrl,
      TSA_URL: config.timestamps,
      'SEAL_P12 or SEAL_KMS_KEY_ID': config.seal,
    });
  const missing = Object.keys(needed).filter((name) => needed[name] === null);
  if (missing.length > 0)
    throw new StartError(
      `Without the demonstration, ${missing.join(', ')} must be set: nothing stands in for a real part.`,
    );
  if (!config.production) return;
  if (!config.publicUrl?.startsWith('https://'))
    throw new StartError('In production, PUBLIC_URL begins with https://.');
  if (config.federation && !config.federation.issuer.startsWith('https://'))
    throw new StartError('In production, FRANCECONNECT_ISSUER begins with https://: anything else is a stand-in.');
  if (config.mailFrom.includes('.invalid')) throw new StartError('In production, SMTP_FROM must be set.');
  if (config.timestamps) await requireRealAuthority(config.timestamps);
  await requirePrivateFolder(config.dataFolder);
}

async function requireRealAuthority({ ca }: TimestampSettings): Promise<void> {
  const roots = await readCertificateFile('TSA_CA', ca);
  if (roots.some(isDemonstrationAuthority))
    throw new StartError('In production, TSA_CA is of a real authority: that of a demonstration is a stand-in.');
}

async function requirePrivateFolder(folder: string): Promise<void> {
  const mode = await modeOf(folder);
  if (mode !== null && process.platform !== 'win32' && (mode & 0o077) !== 0)
    throw new StartError(`The data folder ${folder} can be read by others: in production its mode must be 0700.`);
}

async function modeOf(folder: string): Promise<number | null> {
  try {
    return (await stat(folder)).mode;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
    throw error;
  }
}
