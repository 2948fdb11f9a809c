import { existsSync } from 'node:fs';
import type { Isolation } from './collecting.ts';
import type { Wrapper } from './collector-process.ts';
import { compileScript } from './compile-script.ts';

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

/** Does nothing: that a process comes to the end of it shows that a run could start so. */
const probe = Buffer.from('(function () {})');

/** Finds what this machine allows by trying it, on the program that every run begins with. */
export async function findIsolation(): Promise<Candidate> {
  for (const candidate of candidates()) if (await works(candidate)) return candidate;
  return { network: false, user: process.getuid?.() !== 0, wrapper: [] };
}

async function works({ wrapper }: Candidate): Promise<boolean> {
  return (await compileScript(probe, { wrapper, heapMegabytes: 64, cpuSeconds: 20 })) !== null;
}
