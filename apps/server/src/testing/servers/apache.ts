import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { pace } from '../pace.ts';

const program = '/usr/sbin/apache2';
const modules = '/usr/lib/apache2/modules';
export const hasApache = existsSync(program) && existsSync(modules);

type Options = {
  folder: string;
  /** The folder for its own files. */
  state: string;
  port: number;
  login: string;
  password: string;
  scheme: 'Basic' | 'Digest';
};

const realm = 'files';
const names = [
  ...['mpm_event', 'authn_core', 'authn_file', 'authz_core', 'authz_user', 'auth_basic', 'auth_digest'],
  ...['dav', 'dav_fs'],
];

/** A real Apache that serves a folder by WebDAV. */
export async function startApache(options: Options): Promise<{ stop(): Promise<void> }> {
  const { state, port } = options;
  await writeFile(join(state, 'users'), userLine(options), { mode: 0o644 });
  await writeFile(join(state, 'apache.conf'), configurationOf(options));
  const child = spawn(program, ['-X', '-f', join(state, 'apache.conf')], { stdio: 'ignore' });
  const stop = async () => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const exit = once(child, 'exit');
    child.kill('SIGKILL');
    await exit;
  };
  for (let attempt = 1; ; attempt += 1) {
    if (child.exitCode !== null) throw new Error(`apache2 ended with ${child.exitCode}`);
    const socket = connect(port, '127.0.0.1');
    try {
      await once(socket, 'connect');
      return { stop };
    } catch (error) {
      if (attempt < 200 * pace) await sleep(25);
      else throw error;
    } finally {
      socket.destroy();
    }
  }
}

const digest = (kind: string, text: string, encoding: 'hex' | 'base64') =>
  createHash(kind).update(text).digest(encoding);

const userLine = ({ login, password, scheme }: Options): string =>
  scheme === 'Basic'
    ? `${login}:{SHA}${digest('sha1', password, 'base64')}\n`
    : `${login}:${realm}:${digest('md5', `${login}:${realm}:${password}`, 'hex')}\n`;

const configurationOf = ({ folder, state, port, scheme }: Options): string => `
ServerRoot ${state}
ServerName 127.0.0.1
Listen 127.0.0.1:${port}
PidFile ${join(state, 'apache.pid')}
DefaultRuntimeDir ${state}
ErrorLog ${join(state, 'error.log')}
${names.map((name) => `LoadModule ${name}_module ${modules}/mod_${name}.so`).join('\n')}
DAVLockDB ${join(state, 'locks')}
DocumentRoot ${folder}
<Directory ${folder}>
  DAV On
  AuthType ${scheme}
  AuthName ${realm}
  ${scheme === 'Basic' ? 'AuthBasicProvider file' : 'AuthDigestProvider file'}
  AuthUserFile ${join(state, 'users')}
  Require valid-user
</Directory>
`;
