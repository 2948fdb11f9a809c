import { readFile, stat } from 'node:fs/promises';
import { StartError } from '../../start-error.ts';

/** The operating-system account that PostgreSQL runs under when we are root, which it refuses. */
export type Account = { name: string; uid: number; gid: number };

/**
 * The account to switch to, or undefined when we are an ordinary user already.
 * An account that owns the cluster's files keeps it; else `postgres`, then `nobody`.
 */
export async function chooseAccount(clusterFolder: string): Promise<Account | undefined> {
  if (process.getuid?.() !== 0) return undefined;
  if (process.platform !== 'linux') {
    throw new StartError('PostgreSQL refuses to run as root: start again as an ordinary user.');
  }
  const accounts = parseAccounts(await readFile('/etc/passwd', 'utf8'));
  const owner = await ownerOf(clusterFolder);
  const account =
    accounts.find(({ uid }) => uid === owner && uid !== 0) ??
    accounts.find(({ name }) => name === 'postgres') ??
    accounts.find(({ name }) => name === 'nobody');
  if (!account) {
    throw new StartError(
      'PostgreSQL refuses to run as root and there is no account “postgres” or “nobody” for it: start again as an ordinary user.',
    );
  }
  return account;
}

function parseAccounts(passwd: string): Account[] {
  return passwd
    .split('\n')
    .map((line) => line.split(':'))
    .filter((fields) => fields.length === 7)
    .map(([name, , uid, gid]) => ({ name: String(name), uid: Number(uid), gid: Number(gid) }));
}

async function ownerOf(path: string): Promise<number | undefined> {
  try {
    return (await stat(path)).uid;
  } catch {
    // No cluster yet, so no owner yet.
    return undefined;
  }
}
