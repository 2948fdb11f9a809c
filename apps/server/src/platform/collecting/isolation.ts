import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Isolation } from './collecting.ts';
import { startProcess, type Wrapper } from './collector-process.ts';

const unshare = '/usr/bin/unshare';
const setpriv = '/usr/bin/setpriv';
const nobody = '65534';

const dropUser = [
  setpriv,
  `--reuid=${nobody}`,
  `--regid=${nobody}`,
  '--clear-groups',
  '--inh-caps=-all',
  '--no-new-privs',
];

type Candidate = Isolation & { wrapper: Wrapper };

/** From the strongest on. A namespace of users gives who is not root a namespace of the network too. */
function candidates(): Candidate[] {
  if (process.platform !== 'linux') return [];
  const isRoot = process.getuid?.() === 0;
  const all: Candidate[] = isRoot
    ? [
        { network: true, user: true, wrapper: [unshare, '--net', '--ipc', ...dropUser] },
        { network: false, user: true, wrapper: dropUser },
        { network: true, user: false, wrapper: [unshare, '--net', '--ipc'] },
      ]
    : [{ network: true, user: true, wrapper: [unshare, '--user', '--net', '--ipc'] }];
  return all.filter(({ wrapper }) => wrapper.filter((part) => part.startsWith('/')).every((file) => existsSync(file)));
}

const probe = fileURLToPath(new URL('./child/probe.ts', import.meta.url));

/** Finds what this machine allows by trying it, on a program that loads what a run loads. */
export async function findIsolation(): Promise<Candidate> {
  for (const candidate of candidates()) if (await works(candidate)) return candidate;
  return { network: false, user: process.getuid?.() !== 0, wrapper: [] };
}

async function works({ wrapper }: Candidate): Promise<boolean> {
  const child = startProcess(probe, { wrapper, readable: [], heapMegabytes: 64, cpuSeconds: 20 });
  const ended = once(child, 'exit') as Promise<[number | null]>;
  const [code] = await ended.catch(() => [null]);
  return code === 0;
}
