import type { Instance, ProcessMemory } from './instance.ts';
import type { Measure } from './measure.ts';

const lookEveryMs = 500;
const megabyte = 1_000_000;

/** The highest resident size above that of the beginning, looked at every 50 ms. */
export async function watchMemory(instance: Instance) {
  const before = await instance.residentBytes();
  let highest = before;
  const timer = setInterval(() => {
    void instance.residentBytes().then((bytes) => (highest = Math.max(highest, bytes)));
  }, 50);
  return {
    highest: async () => {
      clearInterval(timer);
      return Math.max(highest, await instance.residentBytes()) - before;
    },
  };
}

/** All processes of the product, those of its database included, when they take most while `work` lasts. */
export async function mostMemoryDuring(instance: Instance, work: () => Promise<unknown>): Promise<ProcessMemory[]> {
  let most = await instance.memory();
  const look = async () => {
    const processes = await instance.memory();
    if (sumOf(processes) > sumOf(most)) most = processes;
  };
  const timer = setInterval(() => void look(), lookEveryMs);
  await work().finally(() => clearInterval(timer));
  await look();
  return most;
}

/** A row of all processes together; its note has the resident size of each, in the round that took most. */
export function memoryRow(what: string, rounds: readonly ProcessMemory[][], limitMb: number): Measure {
  const [highest = []] = rounds.toSorted((one, other) => sumOf(other) - sumOf(one));
  return {
    ...{ name: `memory of all processes ${what}`, unit: 'MB', ours: rounds.map((each) => sumOf(each) / megabyte) },
    ...{ limit: rounds.map(() => limitMb), promise: { atMost: 1 } },
    note: `shared pages are counted once; resident, with them: ${inWords(highest)}`,
  };
}

const sumOf = (processes: readonly ProcessMemory[]): number =>
  processes.reduce((sum, { proportionalBytes }) => sum + proportionalBytes, 0);

/** `src/main.ts 214, postgres: connection 12 to 31 (9 of them)`, in megabytes. */
function inWords(processes: readonly ProcessMemory[]): string {
  const byName = Map.groupBy(processes, ({ name }) => name);
  const named = [...byName].map(([name, group]) => {
    const sizes = group.map(({ residentBytes }) => Math.round(residentBytes / megabyte)).toSorted((a, b) => a - b);
    const [least, most] = [sizes[0], sizes.at(-1)];
    return group.length === 1 ? `${name} ${most}` : `${name} ${least} to ${most} (${group.length} of them)`;
  });
  return named.join(', ');
}
