import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { appendFile, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { freePort } from '../instances/free-port.ts';
import { pace } from '../pace.ts';

const program = '/usr/sbin/sshd';
/** Gives the server accounts of its own in the place of the machine's: whoever runs the tests may sign in to them. */
const wrapper = ['/usr/lib/x86_64-linux-gnu', '/usr/lib/aarch64-linux-gnu', '/usr/lib64', '/usr/lib']
  .map((folder) => join(folder, 'libnss_wrapper.so'))
  .find((path) => existsSync(path));

export const hasOpenSsh = [program, '/usr/bin/ssh-keygen', '/usr/bin/openssl'].every(existsSync) && !!wrapper;

const run = promisify(execFile);

/** A real OpenSSH of its own, for file transfer alone, with one account. */
export class TestOpenSsh {
  readonly login = 'camille';
  readonly password = 'Dossier-partage-2026!';
  readonly port: number;
  /** The folder in which the account begins. */
  readonly home: string;
  readonly #folder: string;
  #child: ChildProcess | undefined;
  #keys = 0;

  private constructor(folder: string, port: number) {
    this.#folder = folder;
    this.home = join(folder, 'home');
    this.port = port;
  }

  static async start(): Promise<TestOpenSsh> {
    const server = new TestOpenSsh(await mkdtemp(join(tmpdir(), 'perenne-sshd-')), await freePort());
    await server.#writeAccount();
    await server.newHostKey();
    await server.start();
    return server;
  }

  async start(): Promise<void> {
    const file = (name: string) => join(this.#folder, name);
    const env = {
      ...{ LD_PRELOAD: wrapper, NSS_WRAPPER_PASSWD: file('passwd') },
      ...{ NSS_WRAPPER_GROUP: file('group'), NSS_WRAPPER_SHADOW: file('shadow') },
    };
    this.#child = spawn(program, ['-D', '-e', '-f', file('sshd_config')], { env, stdio: 'ignore' });
    await this.#untilListening(this.#child);
  }

  /** As after an installation from nothing. The next start shows it. */
  async newHostKey(): Promise<void> {
    const key = join(this.#folder, 'host_key');
    await rm(key, { force: true });
    await rm(`${key}.pub`, { force: true });
    await run('/usr/bin/ssh-keygen', ['-q', '-t', 'ed25519', '-N', '', '-f', key]);
  }

  /** Another key of its owner, which the server takes from now on, as its file has it. */
  async newKey(type: 'ed25519' | 'rsa' | 'ecdsa', passphrase = '', format = 'RFC4716'): Promise<string> {
    const key = join(this.#folder, `key-${(this.#keys += 1)}`);
    const bits = type === 'rsa' ? ['-b', '4096'] : [];
    await run('/usr/bin/ssh-keygen', ['-q', '-t', type, ...bits, '-m', format, '-N', passphrase, '-f', key]);
    await appendFile(join(this.#folder, 'authorized_keys'), await readFile(`${key}.pub`));
    return readFile(key, 'utf8');
  }

  /** Takes none of the keys any more. */
  forgetKeys = (): Promise<void> => writeFile(join(this.#folder, 'authorized_keys'), '');

  async halt(): Promise<void> {
    const child = this.#child;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const exit = once(child, 'exit');
    child.kill('SIGKILL');
    await exit;
  }

  async stop(): Promise<void> {
    await this.halt();
    await rm(this.#folder, { recursive: true, force: true });
  }

  async #writeAccount(): Promise<void> {
    const { stdout } = await run('/usr/bin/openssl', ['passwd', '-6', this.password]);
    const [user, group] = [process.getuid?.() ?? 0, process.getgid?.() ?? 0];
    await mkdir(this.home);
    // Before it knows who comes, the server of root lives in this folder without rights.
    if (user === 0) await mkdir('/run/sshd', { recursive: true });
    const files = {
      passwd: `${this.login}:x:${user}:${group}::${this.home}:/bin/sh\nsshd:x:65534:65534::/run/sshd:/bin/false\n`,
      group: `${this.login}:x:${group}:\n`,
      shadow: `${this.login}:${stdout.trim()}:19000:0:99999:7:::\n`,
      sshd_config: this.#configuration(),
    };
    for (const [name, content] of Object.entries(files))
      await writeFile(join(this.#folder, name), content, { mode: 0o600 });
  }

  #configuration(): string {
    return `
Port ${this.port}
ListenAddress 127.0.0.1
HostKey ${join(this.#folder, 'host_key')}
PidFile none
UsePAM no
PermitRootLogin yes
StrictModes no
PasswordAuthentication yes
AuthorizedKeysFile ${join(this.#folder, 'authorized_keys')}
KbdInteractiveAuthentication no
DisableForwarding yes
MaxStartups 100
Subsystem sftp internal-sftp
ForceCommand internal-sftp
`;
  }

  async #untilListening(child: ChildProcess): Promise<void> {
    for (let attempt = 1; ; attempt += 1) {
      if (child.exitCode !== null) throw new Error(`sshd ended with ${child.exitCode}`);
      const socket = connect(this.port, '127.0.0.1');
      try {
        await once(socket, 'connect');
        return;
      } catch (error) {
        if (attempt >= 200 * pace) throw error;
        await sleep(25);
      } finally {
        socket.destroy();
      }
    }
  }
}
