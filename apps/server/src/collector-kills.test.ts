import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Collector } from '@perenne/contract/collectors';
import { waitFor } from './testing/people/activation-steps.ts';
import { bearer, listAll, post, signIn } from './testing/instances/instance-client.ts';
import {
  readDemoFile,
  removeDataFolder,
  startInstance,
  type InstanceProcess,
} from './testing/instances/instance-process.ts';
import { copyMadeWorld } from './testing/instances/made-world.ts';
import { pace } from './testing/pace.ts';

let dataFolder: string;
let instance: InstanceProcess;
let token: string;
beforeEach(async () => {
  dataFolder = await copyMadeWorld();
  await start();
});
afterEach(async () => {
  await instance.stop('SIGKILL');
  await removeDataFolder(dataFolder);
});

async function start(): Promise<void> {
  instance = await startInstance({ dataFolder });
  await instance.until('/ready');
  const [user] = (await readDemoFile(dataFolder)).users;
  token = await signIn(instance.url, user ?? { email: '', password: '' });
}

type Account = { login: string; password: string; behaviour: string };
const collectors = () => `${instance.url}/backend/api/v1/collectors`;

async function connect(behaviour: string): Promise<string> {
  const file = JSON.parse(await readFile(join(dataFolder, 'demo.json'), 'utf8')) as {
    partner: { accounts: Account[] };
  };
  const account = file.partner.accounts.find((each) => each.behaviour === behaviour);
  const credentials = { login: account?.login, password: account?.password };
  const body = { agentId: 'lumen-energie', accountName: behaviour, credentials, authorised: true };
  return ((await (await post(collectors(), body, bearer(token))).json()) as Collector).id;
}

const read = async (id: string) =>
  (await (await fetch(`${collectors()}/${id}`, { headers: bearer(token) })).json()) as Collector;
const until = (id: string, isIt: (collector: Collector) => boolean) =>
  waitFor(async () => {
    const collector = await read(id);
    return isIt(collector) ? collector : undefined;
  });

it(
  'is killed while documents come and while a code is awaited: nothing comes twice, and all of it comes',
  { timeout: 240_000 * pace },
  async () => {
    const known = (await listAll(instance.url, token)).length;
    const waiting = await connect('mfa');
    await until(waiting, ({ mfa }) => mfa !== null);
    const slow = await connect('slow');
    await until(slow, ({ collectedDocuments }) => collectedDocuments > 0);
    await instance.stop('SIGKILL');
    await start();
    // The queue takes the runs for lost after some twenty seconds.
    for (const id of [slow, waiting]) {
      const ended = await until(id, ({ status }) => status === 'ENABLED');
      expect([ended.alert?.code, ended.mfa, typeof ended.alert?.retryAt]).toEqual(['TECHNICAL_ERROR', null, 'string']);
    }
    await fetch(`${collectors()}/${slow}/synchronise`, { method: 'POST', headers: bearer(token) });
    const whole = await until(slow, ({ status }) => status === 'ENABLED');
    expect([whole.collectedDocuments, (await listAll(instance.url, token)).length]).toEqual([3, known + 3]);
  },
);
