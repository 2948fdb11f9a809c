import { stat } from 'node:fs/promises';
import type { Config } from './config.ts';
import { StartError } from './platform/start-error.ts';

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
      CLAMD_URL: config.clamdUrl,
      PUBLIC_URL: config.publicUrl,
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
  await requirePrivateFolder(config.dataFolder);
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
