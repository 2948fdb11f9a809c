import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { randomInt } from 'node:crypto';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { installedParts, startIsolatedProcess } from './isolated-process.ts';
import { systemCallsOf } from './system-calls.ts';
import { noWalls, type Walls } from './walls.ts';

const perl = '/usr/bin/perl';
const script = fileURLToPath(new URL('./walls.pl', import.meta.url));
const probe = fileURLToPath(new URL('./child/probe.ts', import.meta.url));

type Kind = 'root' | 'user' | 'filter';

/**
 * Finds the walls that this machine gives by trying them, from all to none, on a program that loads what readers and
 * collectors load.
 */
export async function findWalls(): Promise<Walls> {
  if (process.platform !== 'linux') return noWalls(`${process.platform} has none`);
  if (!existsSync(perl)) return noWalls(`${perl} is missing`);
  const calls = systemCallsOf(process.arch);
  if (!calls) return noWalls(`${process.arch} is not supported`);
  const kinds: Kind[] = process.getuid?.() === 0 ? ['root'] : ['user', 'filter'];
  const libraries = sharedLibraries();
  let refusal: string | null = null;
  for (const kind of kinds)
    for (const filter of kind === 'filter' ? [calls.filter] : [calls.filter, '']) {
      const walls = wallsOf(kind, { building: calls.building, filter, libraries, refusal });
      const answered = await tryOut(walls);
      if (answered === null) return walls;
      refusal ??= answered;
    }
  return noWalls(refusal ?? 'none of them could be had');
}

type Building = { building: string; filter: string; libraries: readonly string[]; refusal: string | null };

function wallsOf(kind: Kind, { building, filter, libraries, refusal }: Building): Walls {
  const hasFilter = filter !== '';
  return {
    user: true,
    // Without a namespace the filter refuses to make a socket.
    network: kind !== 'filter' || hasFilter,
    files: kind !== 'filter',
    systemCalls: hasFilter,
    refusal,
    wrap: (command, paths) => {
      const seen = [process.execPath, ...libraries, ...paths].map((each) => path.resolve(each));
      return [perl, script, kind, String(userFor(kind)), building, filter, seen.join(':'), '--', ...command];
    },
  };
}

const nobody = 65_534;
/** Between those that containers and those that systems give to people: nothing belongs to any of them. */
const ownersOfNothing = { from: 1_879_048_192, to: 2_147_483_646 };

/** One for each process, so that none can reach another; `nobody` where the machine knows no numbers so high. */
function userFor(kind: Kind): number {
  const { from, to } = ownersOfNothing;
  return kind === 'root' && highestUser() >= to ? randomInt(from, to) : nobody;
}

function highestUser(): number {
  const [first = 0, , count = 0] = readFileSync('/proc/self/uid_map', 'utf8').trim().split(/\s+/).map(Number);
  return first + count - 1;
}

/** Lists the libraries that Node loads, and the one that the decoder of images adds: `libc`'s package has it. */
function sharedLibraries(): string[] {
  const { sharedObjects } = process.report.getReport() as { sharedObjects: string[] };
  const own = sharedObjects.filter((file) => /^\/.*(?:\.so(?:\.\d+)*)$/.test(file) && !file.includes('node_modules'));
  const libc = own.find((file) => path.basename(file).startsWith('libc.so'));
  const beside = libc === undefined ? [] : [path.join(path.dirname(libc), 'libresolv.so.2')];
  return [...new Set([...own, ...beside])].filter((file) => existsSync(file));
}

/** Null where the program starts behind these walls; the answer of the machine where it does not. */
async function tryOut(walls: Walls): Promise<string | null> {
  const child = startIsolatedProcess(probe, {
    ...{ walls, readable: probed, heapMegabytes: 128, cpuSeconds: 20, addons: true },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let said = '';
  child.stderr?.setEncoding('utf8').on('data', (words: string) => (said += words));
  const closed = once(child, 'close') as Promise<[number | null]>;
  const [code] = await closed.catch((error: Error) => {
    said = error.message;
    return [null];
  });
  if (code === 0) return null;
  const lines = said.split('\n').map((line) => line.trim());
  return lines.find((line) => /^(?:Error|\w+): |EACCES|cannot/.test(line)) ?? lines[0] ?? `it ended with ${code}`;
}

const probed = [
  ...installedParts,
  fileURLToPath(new URL('../collecting/', import.meta.url)),
  fileURLToPath(new URL('../../../../../packages/collecting', import.meta.url)),
];
