import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

const program = '/usr/bin/rclone';
export const hasRclone = existsSync(program);

export type FileServer = { port: number; login: string; password: string; stop(): Promise<void> };

type Options = {
  port: number;
  login: string;
  password: string;
  /** The folder that is served, for reading alone. */ folder: string;
  /** The folder for its own files, such as the key that it shows. */ state: string;
};

const attempts = 400;

/** Serves a folder on this machine alone. The server ends with the process that started it, however that ends. */
export async function serveFolder(kind: 'sftp' | 'webdav', options: Options): Promise<FileServer> {
  const { port, login, password, folder, state } = options;
  const settings = ['--read-only', '--dir-cache-time', '0s', '--cache-dir', state, '--config', '/dev/null'];
  const serve = ['serve', kind, folder, '--addr', `127.0.0.1:${port}`, ...settings];
  // The shell waits for our end of its input to close, which it does without us too.
  const script = '"$0" "$@" </dev/null & server=$!; read -r _; kill "$server"; wait "$server"';
  const child = spawn('/bin/sh', ['-c', script, program, ...serve], {
    // Not among the arguments, which every user of the machine can read.
    env: { HOME: state, RCLONE_USER: login, RCLONE_PASS: password },
    stdio: ['pipe', 'ignore', 'ignore'],
    // Ctrl-C in a terminal ends us first.
    detached: true,
  });
  const stop = async (): Promise<void> => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, 'exit');
    child.stdin.end();
    await ended;
  };
  try {
    for (let attempt = 1; !(await isListening(port)); attempt += 1) {
      if (attempt >= attempts || child.exitCode !== null) throw new Error(`rclone does not serve ${kind}`);
      await sleep(25);
    }
  } catch (error) {
    await stop();
    throw error;
  }
  return { port, login, password, stop };
}

async function isListening(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1');
  try {
    await once(socket, 'connect');
    return true;
  } catch {
    // Nobody does yet.
    return false;
  } finally {
    socket.destroy();
  }
}
