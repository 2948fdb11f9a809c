import path from 'node:path';
import { sql } from 'kysely';
import { readConfig, type Config } from '../config.ts';
import { addRootKey, copyKeyringFile } from '../platform/keys/keyring-file.ts';
import { openLog } from '../platform/log.ts';
import { countByRootKey, rewrapSecrets } from '../platform/sealing/rewrap-secrets.ts';
import { CommandFailed, required, UsageError, type Command, type Given, type Terminal } from './command.ts';
import { asOperator, type OperatorPlatform } from './open-operator.ts';

export const listKeysCommand: Command = {
  name: 'keys list',
  usage: 'keys list',
  summary: 'List the root keys and how many secrets each wraps: keys of safes, and the secrets of the installation.',
  options: {},
  run: async (given, { environment, out }) => {
    if (given.positionals.length > 0) throw new UsageError('Nothing is taken.');
    const lines = await asOperator(readConfig(environment), openLog('error'), async ({ db, keys }) => {
      const counts = new Map([[keys.currentKeyId, 0], ...(await countByRootKey(db))]);
      return [...counts].map(([id, count]) => `${id}  ${count}${id === keys.currentKeyId ? '  current' : ''}\n`);
    });
    out.write(lines.join(''));
    return 0;
  },
};

export const rotateKeysCommand: Command = {
  name: 'keys rotate',
  usage: 'keys rotate --copy-to FILE',
  summary:
    'Make a new root key and wrap under it the key of every safe and the secrets of the installation, while people\n' +
    '      work. FILE is the copy that you keep of the keyring: the new key is written there before it is used. With a\n' +
    '      KMS, no FILE: the key that is configured wraps what older ones wrapped. A run that was cut goes on when the\n' +
    '      command is given again.',
  options: { 'copy-to': { type: 'string' } },
  run: async (given, terminal) => {
    if (given.positionals.length > 0) throw new UsageError('Only --copy-to is taken.');
    const config = readConfig(terminal.environment);
    const copyTo = readCopy(given, config);
    await asOperator(config, openLog('error'), (platform) =>
      withRotationLock(platform, () => rotate(platform, { config, copyTo, ...terminal })),
    );
    return 0;
  },
};

/** The path of the copy; null where a KMS keeps the keys. */
function readCopy(given: Given, { kms, dataFolder }: Config): string | null {
  if (kms) {
    if (given.text('copy-to') !== undefined) throw new UsageError('A KMS keeps the root key: --copy-to is not taken.');
    return null;
  }
  const copyTo = path.resolve(required(given, 'copy-to'));
  const isInside = !path.relative(path.resolve(dataFolder), copyTo).startsWith('..');
  if (isInside)
    throw new UsageError('The copy of the keyring must not be in the data folder: it would be lost with it.');
  return copyTo;
}

/** Any number, the same for every version of the application. */
const rotationLock = 7_203_415;

/** One rotation at a time: two would each replace the keyring, and neither would know the key of the other. */
const withRotationLock = <T>({ db, keys }: OperatorPlatform, work: () => Promise<T>): Promise<T> =>
  db.connection().execute(async (connection) => {
    // The rotation before may take hours.
    await sql`set statement_timeout = 0`.execute(connection);
    await sql`select pg_advisory_lock(${rotationLock})`.execute(connection);
    try {
      await keys.readAgain();
      return await work();
    } finally {
      await sql`select pg_advisory_unlock(${rotationLock})`.execute(connection);
      await sql`reset statement_timeout`.execute(connection);
    }
  });

type Rotation = { config: Config; copyTo: string | null } & Pick<Terminal, 'out'>;

async function rotate({ db, keys, clock }: OperatorPlatform, { config, copyTo, out }: Rotation): Promise<void> {
  const before = await countByRootKey(db);
  const left = countOthers(before, keys.currentKeyId);
  const keyring = path.join(config.dataFolder, 'keyring.json');
  if (left > 0) out.write(`${left} secrets are wrapped by an older root key: their rotation goes on.\n`);
  if (copyTo !== null && left > 0) await copyKeyringFile(keyring, copyTo);
  if (copyTo !== null && left === 0) {
    const id = await addRootKey(keyring, { copyTo, now: clock.now() });
    out.write(`The root key ${id} was added. Its copy is in ${copyTo}.\n`);
    await keys.readAgain();
  }
  const total = countOthers(before, keys.currentKeyId);
  for await (const wrapped of rewrapSecrets({ db, keys })) out.write(`${wrapped} of ${total} secrets are wrapped.\n`);
  const after = countOthers(await countByRootKey(db), keys.currentKeyId);
  if (after > 0)
    throw new CommandFailed(`${after} secrets were wrapped by an older root key meanwhile: give the command again.`);
  out.write(`The root key ${keys.currentKeyId} wraps every secret. Keep the older ones: earlier backups need them.\n`);
}

const countOthers = (counts: ReadonlyMap<string, number>, currentKeyId: string): number =>
  [...counts].reduce((sum, [id, count]) => (id === currentKeyId ? sum : sum + count), 0);
