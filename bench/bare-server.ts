import { spawn } from 'node:child_process';
import { once } from 'node:events';
import process from 'node:process';
import { fileURLToPath } from 'node:url';

/** Starts a program of `bare/`, in a process of its own. */
export async function startBare(program: 'files' | 'uploads', folder: string) {
  const path = fileURLToPath(new URL(`bare/${program}.ts`, import.meta.url));
  const server = spawn(process.execPath, [path, folder], { stdio: ['ignore', 'pipe', 'inherit'] });
  const ended = once(server, 'exit');
  const [port] = (await once(server.stdout, 'data')) as [Buffer];
  return {
    url: `http://127.0.0.1:${String(port).trim()}`,
    stop: async () => {
      server.kill('SIGTERM');
      await ended;
    },
  };
}
