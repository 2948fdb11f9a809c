import { setTimeout as wait } from 'node:timers/promises';
import { hasClamd, startClamd } from '../apps/server/src/testing/servers/clamd.ts';
import { type Attack, attacks, linksNeeded, type Scene } from './attacks.ts';
import { Client, untilSettled } from './client.ts';
import { Counts } from './counts.ts';
import { makeFolder, removeFolder, startInstance, type Instance } from './instance.ts';
import { figure, median, type Measure } from './measure.ts';
import { Person } from './person.ts';

const readWithinMs = 300;
const uploadWithinMs = 5_000;

const windowMs = 15_000;
const readEveryMs = 20;
/** Far fewer than the connections of one address, which are bounded. */
const readsAtOnce = 100;
const restMs = 1_000;
const paths = ['user/profile', 'documents?limit=50'];
const worksAtLeast = 5;
/** An attack is under way after so long; the server is at rest as long after its end. */
const settlingMs = 3_000;
const patienceMs = 60_000;

/** Reads and uploads of other people while somebody attacks, each beside the calm before, and what was promised. */
export async function measureAttacked(): Promise<Measure[]> {
  const folder = await makeFolder();
  const clamd = hasClamd ? await startClamd() : null;
  if (!clamd) process.stderr.write('Not measured: uploads that drip into clamd, which this machine does not have.\n');
  const instance = await startInstance(folder, 'ready', clamd ? { CLAMD_URL: clamd.url } : {});
  const client = new Client(instance.url);
  try {
    await untilSettled(client, instance);
    const scene = await prepare(instance, client);
    // A server that has just started compiles what it is asked first: it is measured as it runs all day.
    await feel(scene);
    const measures: Measure[] = [];
    for (const attack of attacks) measures.push(...(await feltByOthers(scene, attack)));
    return measures;
  } finally {
    client.close();
    await instance.stop();
    await clamd?.stop();
    await removeFolder(folder);
  }
}

async function prepare(instance: Instance, client: Client): Promise<Scene> {
  const [other, newcomer, holding] = (await instance.accounts()).users.filter(
    ({ mustChangeEmail }) => !mustChangeEmail,
  );
  if (!other || !newcomer || !holding) throw new Error('the world has too few users');
  const holder = await Person.signedIn(client, holding);
  const links = await Promise.all(Array.from({ length: linksNeeded }, () => holder.askForDocuments()));
  const port = Number(new URL(instance.url).port);
  return { client, port, other: await Person.signedIn(client, other), newcomer, holder, links };
}

type Row = { what: string; times: Times; calm: Times; withinMs: number; share: number };

/** The same three things, in the calm and then while the attack lasts. */
async function feltByOthers(scene: Scene, { name, begin, aim }: Attack): Promise<Measure[]> {
  const calm = await feel(scene, aim);
  const stop = await begin(scene);
  await wait(settlingMs);
  const felt = await feel(scene, aim);
  const done = await stop();
  await wait(settlingMs);
  const rows: Row[] = [
    { what: 'reads, 99 of 100', times: felt.reads, calm: calm.reads, withinMs: readWithinMs, share: 0.99 },
    { what: 'the slowest upload of 1 MB', times: felt.uploads, calm: calm.uploads, withinMs: uploadWithinMs, share: 1 },
  ];
  if (aim) rows.push({ what: aim.name, times: felt.aimed, calm: calm.aimed, withinMs: aim.withinMs, share: 1 });
  return rows.map(({ what, times, calm, withinMs, share }, index) => ({
    ...{ name: `${name}: ${what}`, unit: 'ms', ours: [times.under(share)], limit: [withinMs], promise: { atMost: 1 } },
    note: `${times.inWords()}; in the calm: ${calm.inWords()}${index === 0 ? `; the attack: ${done}` : ''}`,
  }));
}

type Felt = { reads: Times; uploads: Times; aimed: Times };

/** One read each 20 ms, whether or not the one before is answered; uploads, and what is aimed at, one after the other. */
async function feel(scene: Scene, aim?: Attack['aim']): Promise<Felt> {
  const felt: Felt = { reads: new Times(), uploads: new Times(), aimed: new Times() };
  const reads: Array<Promise<void>> = [];
  let waiting = 0;
  const read = async (path: string) => {
    waiting++;
    await felt.reads.take(() => scene.other.read(path));
    waiting--;
  };
  const reading = setInterval(() => {
    if (waiting >= readsAtOnce) return;
    const path = paths[reads.length % paths.length] ?? '';
    reads.push(read(path));
  }, readEveryMs);
  const until = performance.now() + windowMs;
  const repeat = async (times: Times, work: () => Promise<unknown>) => {
    for (let count = 0; count < worksAtLeast || performance.now() < until; count++) {
      await times.take(work);
      await wait(restMs);
    }
  };
  await Promise.all([
    repeat(felt.uploads, () => scene.other.addOrdinary()),
    ...(aim ? [repeat(felt.aimed, () => aim.work(scene))] : []),
  ]);
  clearInterval(reading);
  await Promise.all(reads);
  return felt;
}

/** How long a thing took, each time; for ever where it was refused, cut off or not done in a minute. */
class Times {
  readonly #ms: number[] = [];
  readonly #failures = new Counts();

  async take(work: () => Promise<unknown>): Promise<void> {
    const startedAt = performance.now();
    try {
      await Promise.race([work(), impatience()]);
      this.#ms.push(performance.now() - startedAt);
    } catch (error) {
      this.#ms.push(Number.POSITIVE_INFINITY);
      this.#failures.add(error instanceof Error ? error.message : String(error));
    }
  }

  /** The time that so many of all kept to. */
  under(share: number): number {
    const sorted = this.#ms.toSorted((a, b) => a - b);
    return sorted[Math.ceil(share * sorted.length) - 1] ?? Number.NaN;
  }

  inWords(): string {
    const [p50, p99, slowest] = [median(this.#ms), this.under(0.99), this.under(1)].map(figure);
    const failures = this.#failures.inWords();
    return `p50 ${p50}, p99 ${p99}, slowest ${slowest} ms of ${this.#ms.length}${failures && ` (${failures})`}`;
  }
}

async function impatience(): Promise<never> {
  await wait(patienceMs, undefined, { ref: false });
  throw new Error('not done in a minute');
}
