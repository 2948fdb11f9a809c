import { Client, escapeIdentifier } from 'pg';
import { StartError } from '../start-error.ts';
import { isSystemError } from '../system-error.ts';

const longestConnectMs = 10_000;

/**
 * Connects once, so that an operator reads which address is wrong. `name` is the variable that holds the address.
 * @throws {StartError} naming both, without the password
 */
export async function requireDatabase(name: string, url: string): Promise<void> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: longestConnectMs });
  // Its connection may break after the answer too, and this is no longer the question then.
  client.on('error', () => {});
  try {
    await client.connect();
  } catch (cause) {
    throw new StartError(`${name} (${withoutSecrets(url)}) cannot be used: ${reasonOf(cause)}.`, { cause });
  } finally {
    await client.end();
  }
}

type Access = { appUrl: string; appRole?: string };

/**
 * Reads what the application needs to start, with its own rights.
 * @throws {StartError} naming the grant that is missing
 */
export async function requireRights<T>({ appUrl, appRole }: Access, read: () => Promise<T>): Promise<T> {
  try {
    return await read();
  } catch (cause) {
    if (!isSystemError(cause, insufficientPrivilege)) throw cause;
    const name = appRole === undefined ? 'DATABASE_APP_URL' : 'DATABASE_URL';
    const user = decodeURIComponent(new URL(appUrl).username);
    const grant = `grant perenne_app to ${user === '' ? 'its role' : escapeIdentifier(user)}`;
    throw new StartError(
      `${name} (${withoutSecrets(appUrl)}) lacks the application's rights: as the owner of the database, run ${grant}.`,
      { cause },
    );
  }
}

const insufficientPrivilege = '42501';

/** Passwords may stand in the parameters as well. */
function withoutSecrets(text: string): string {
  const url = new URL(text);
  return `${url.protocol}//${url.username === '' ? '' : `${url.username}@`}${url.host}${url.pathname}`;
}

const reasons: Record<string, string> = {
  ECONNREFUSED: 'nothing listens at this address',
  ENOENT: 'nothing listens at this address',
  ENOTFOUND: 'no host has this name',
  EAI_AGAIN: 'no host has this name',
  EHOSTUNREACH: 'the host cannot be reached',
  ENETUNREACH: 'the host cannot be reached',
  ETIMEDOUT: 'the host does not answer',
  '28P01': 'the server refuses this user or this password',
  '28000': 'the server refuses this user or this password',
  '3D000': 'the server has no database of this name',
};

function reasonOf(error: unknown): string {
  const known = error instanceof Error && 'code' in error ? reasons[String(error.code)] : undefined;
  if (known !== undefined) return known;
  return error instanceof Error ? error.message : 'the connection failed';
}
