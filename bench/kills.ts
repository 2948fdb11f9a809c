import { join } from 'node:path';
import process from 'node:process';
import { removeDataFolder } from '../apps/server/src/testing/instances/instance-process.ts';
import { drillKills } from '../apps/server/src/testing/instances/kill-drill.ts';
import { findLeftovers } from '../apps/server/src/testing/instances/leftovers.ts';
import { makeFolder, startInstance } from './instance.ts';
import type { Measure } from './measure.ts';

const clients = 8;
const reportEvery = 10;

/**
 * Kills the product while an owner adds documents from eight windows and the worker has others to draw and to read.
 * Nothing that was acknowledged is lost, and nothing is half there.
 */
export async function measureKills(kills: number): Promise<Measure[]> {
  if (!(kills > 0)) throw new Error('a drill has one kill at least');
  const dataFolder = join(await makeFolder(), 'data');
  try {
    await (await startInstance(dataFolder)).stop();
    const onKill = (kill: number) => {
      if (kill % reportEvery === 0) process.stderr.write(`${kill} of ${kills} kills\n`);
    };
    const drilled = await drillKills(dataFolder, { kills, clients, onKill });
    const left = await findLeftovers(dataFolder, drilled);
    const { acknowledged, unanswered, killsWithQueue } = drilled;
    const added = `${acknowledged} were acknowledged, ${unanswered} were added and cut off before their answer`;
    return [
      rowOf('acknowledged documents that are lost', drilled.lost.length, added),
      rowOf('documents added beyond one for each client and kill', Math.max(0, unanswered - kills * clients)),
      rowOf('documents whose content is another one', drilled.broken.length),
      rowOf('documents that are never drawn or read', drilled.undrawn.length),
      rowOf('kills without documents that wait to be drawn and read', kills - killsWithQueue),
      rowOf('remains of uploads', Object.values(left).flat().length, 'staged files, objects, intents, reserved room'),
    ].map((row) => ({ ...row, name: `${kills} kills at ${clients} clients: ${row.name}` }));
  } finally {
    await removeDataFolder(dataFolder);
  }
}

const rowOf = (name: string, count: number, note = ''): Measure => ({
  ...{ name, unit: '', ours: [count], limit: [], absolute: { atMost: 0 }, note },
});
