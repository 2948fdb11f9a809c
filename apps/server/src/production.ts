import { stat } from 'node:fs/promises';
import { BlockList, isIP } from 'node:net';
import type { Config } from './config.ts';
import { missingWalls, wallNames, type Walls } from './platform/isolation/walls.ts';
import { readCertificateFile } from './platform/pki/certificate-file.ts';
import { StartError } from './platform/start-error.ts';
import { isDemonstrationAuthority } from './platform/timestamps/demonstration.ts';
import type { TimestampSettings } from './platform/timestamps/open-timestamps.ts';

/**
 * A demonstration has published accounts and no antivirus, and a proxy that is not trusted makes all visitors one:
 * neither is started by a variable that somebody forgot.
 * @throws {StartError} naming the variable
 */
export function requireDeliberateStart({ production, demo, host, publicUrl, unsaid }: Config): void {
  if (production && demo)
    throw new StartError(
      'NODE_ENV=production is refused with the demonstration, whose accounts are published: set PERENNE_DEMO=false.',
    );
  if (demo && unsaid.demo && !isLoopback(host))
    throw new StartError(
      `HOST=${host} would show the demonstration, whose accounts are published, to other machines: set PERENNE_DEMO=true if that is meant.`,
    );
  if (publicUrl?.startsWith('https://') && unsaid.trustedProxies)
    throw new StartError(
      'PUBLIC_URL begins with https://, so PERENNE_TRUSTED_PROXIES must be set: the addresses of the proxies in front, or none.',
    );
}

const loopback = new BlockList();
loopback.addSubnet('127.0.0.0', 8);
loopback.addAddress('::1', 'ipv6');

function isLoopback(host: string): boolean {
  const family = isIP(host);
  if (family === 0) return host === 'localhost';
  return loopback.check(host, family === 4 ? 'ipv4' : 'ipv6');
}

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

/**
 * Root in a process that a hostile file has taken over would be root on the machine.
 * @throws {StartError} naming what the machine does not give
 */
export function requireWalls(walls: Walls): void {
  const missing = missingWalls(walls).filter((wall) => wall !== wallNames.systemCalls);
  if (missing.length === 0) return;
  throw new StartError(
    `Production is refused as root, because the processes that open others' files would not have ${missing.join(', ')} (${walls.refusal}): install perl and allow namespaces (CAP_SYS_ADMIN), or start as a user without rights.`,
  );
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
