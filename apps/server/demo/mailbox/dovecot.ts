import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { chown, mkdir, rename, utimes, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { userInfo } from 'node:os';
import { basename, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';

const binary = '/usr/sbin/dovecot';

export const hasDovecot = existsSync(binary) && existsSync('/usr/lib/dovecot/imap');

/** If the kernel can, it ends the server with the process that started it. */
const setpriv = '/usr/bin/setpriv';
const endsWithUs = existsSync(setpriv) ? [setpriv, '--pdeathsig', 'TERM'] : [];

export type DovecotUser = { login: string; password: string };

export type Dovecot = {
  port: number;
  /** Puts a mail into the inbox of a user, or into another folder, as it arrived at an instant. */
  deliver(login: string, mail: Mail): Promise<void>;
  stop(): Promise<void>;
};

export type Mail = { bytes: Uint8Array; at: Date; folder?: string };

type Options = {
  /** A folder of its own, with the mails in it. */
  folder: string;
  port: number;
  users: readonly DovecotUser[];
  /** Further lines of its configuration. */
  settings?: readonly string[];
};

/** A server of mailboxes, on this machine only and without privileges: it reads no configuration but its own. */
export async function startDovecot({ folder, port, users, settings = [] }: Options): Promise<Dovecot> {
  const account = await accountOf();
  const own = (path: string) => (account.isOther ? chown(path, account.uid, account.gid) : Promise.resolve());
  for (const name of ['', 'run', 'mails']) await makeOwned(join(folder, name), own);
  let delivered = 0;
  const deliver: Dovecot['deliver'] = async (login, { bytes, at, folder: name }) => {
    const maildir = join(folder, 'mails', login, name === undefined ? '' : `.${name}`);
    const places = ['', 'cur', 'new', 'tmp'].map((place) => join(maildir, place));
    for (const place of [join(folder, 'mails', login), ...places]) await makeOwned(place, own);
    delivered += 1;
    const file = join(maildir, 'tmp', `${at.getTime()}.${delivered}.perenne`);
    await writeFile(file, bytes, { mode: 0o600 });
    await utimes(file, at, at);
    await own(file);
    await rename(file, join(maildir, 'new', basename(file)));
  };
  const configuration = join(folder, 'dovecot.conf');
  await writeFile(configuration, configurationOf({ folder, port, account, settings }), { mode: 0o600 });
  const passwords = users.map(({ login, password }) => `${login}:{PLAIN}${password}\n`).join('');
  await writeFile(join(folder, 'users'), passwords, { mode: 0o600 });
  for (const name of ['dovecot.conf', 'users']) await own(join(folder, name));
  const { uid, gid } = account;
  const command = [...endsWithUs, binary, '-F', '-c', configuration];
  // A group of its own: it is ended with all its processes at once.
  const options = { stdio: 'ignore', detached: true, ...(account.isOther && { uid, gid }) } as const;
  const child = spawn('env', command, options);
  const stop = () => ended(child);
  try {
    await untilListens(port, child);
  } catch (error) {
    await stop();
    throw error;
  }
  return { port, deliver, stop };
}

async function makeOwned(path: string, own: (path: string) => Promise<void>): Promise<void> {
  await mkdir(path, { recursive: true, mode: 0o700 });
  await own(path);
}

type Account = { user: string; group: string; uid: number; gid: number; isOther: boolean };

/** It refuses to give out mails as root: there it is nobody. */
async function accountOf(): Promise<Account> {
  const run = promisify(execFile);
  const { uid } = userInfo();
  const name = uid === 0 ? 'nobody' : userInfo().username;
  const [numbers, group] = await Promise.all(
    [['-u', '-g'], ['-gn']].map(async (options) =>
      Promise.all(options.map(async (option) => (await run('id', [option, name])).stdout.trim())),
    ),
  );
  return {
    ...{ user: name, group: group?.[0] ?? '', isOther: uid === 0 },
    ...{ uid: Number(numbers?.[0]), gid: Number(numbers?.[1]) },
  };
}

type Configuring = Omit<Options, 'users' | 'settings'> & { account: Account; settings: readonly string[] };

const configurationOf = ({ folder, port, account, settings }: Configuring): string => `
protocols = imap
listen = 127.0.0.1
base_dir = ${folder}/run
state_dir = ${folder}/run
log_path = ${folder}/dovecot.log
default_internal_user = ${account.user}
default_internal_group = ${account.group}
default_login_user = ${account.user}
first_valid_uid = ${account.uid}
first_valid_gid = ${account.gid}
ssl = no
disable_plaintext_auth = no
auth_failure_delay = 0
mail_location = maildir:${folder}/mails/%u
mailbox_list_index = yes
passdb {
  driver = passwd-file
  args = username_format=%u ${folder}/users
}
userdb {
  driver = static
  args = uid=${account.uid} gid=${account.gid} home=${folder}/mails/%u
}
service anvil {
  chroot =
  unix_listener anvil-auth-penalty {
    mode = 0
  }
}
service stats {
  chroot =
}
service imap-login {
  chroot =
  inet_listener imap {
    port = ${port}
  }
  inet_listener imaps {
    port = 0
  }
}
${settings.join('\n')}
`;

async function untilListens(port: number, child: ChildProcess): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    if (child.exitCode !== null) throw new Error(`dovecot ended with ${child.exitCode}`);
    const socket = connect({ port, host: '127.0.0.1' });
    try {
      await once(socket, 'data', { signal: AbortSignal.timeout(5_000) });
      return;
    } catch (error) {
      if (attempt >= 200) throw error;
      await sleep(50);
    } finally {
      socket.destroy();
    }
  }
}

/** Nothing in it is worth a clean end, which takes it a second. */
async function ended(child: ChildProcess): Promise<void> {
  if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
  const exit = once(child, 'exit');
  process.kill(-child.pid, 'SIGKILL');
  await exit;
}
