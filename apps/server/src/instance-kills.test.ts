import { afterEach, beforeEach, expect, it } from 'vitest';
import { removeDataFolder } from './testing/instances/instance-process.ts';
import { drillKills } from './testing/instances/kill-drill.ts';
import { findLeftovers } from './testing/instances/leftovers.ts';
import { copyMadeWorld } from './testing/instances/made-world.ts';
import { pace } from './testing/pace.ts';

/** `npm run bench -- kills` does the same 300 times. */
const kills = 4;
const clients = 8;

let dataFolder: string;

beforeEach(async () => {
  dataFolder = await copyMadeWorld();
});

afterEach(() => removeDataFolder(dataFolder));

it('keeps every upload that it acknowledged, however often it is killed', { timeout: 300_000 * pace }, async () => {
  const drilled = await drillKills(dataFolder, { kills, clients });
  expect(drilled).toMatchObject({ lost: [], broken: [], undrawn: [], killsWithQueue: kills });
  expect(drilled.acknowledged).toBeGreaterThanOrEqual(kills * clients);
  // An upload may have been made without its answer: at most one a client and a kill.
  expect(drilled.unanswered).toBeGreaterThanOrEqual(0);
  expect(drilled.unanswered).toBeLessThanOrEqual(kills * clients);
  const nothing = { staged: [], stray: [], missing: [], intents: [], reserving: [] };
  expect(await findLeftovers(dataFolder, drilled)).toEqual(nothing);
});
