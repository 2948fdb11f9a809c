import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { manifest } from '@perenne/collecting/manifest';
import { StartError } from '../start-error.ts';
import type { Agent } from './collecting.ts';

/** Each folder is a collector: `manifest.json`, `logo.svg` and `collect.ts`, which is never loaded here. */
export async function readAgents(folder: string): Promise<Agent[]> {
  const entries = await readdir(folder, { withFileTypes: true });
  const names = entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
  return Promise.all(names.toSorted().map((name) => readAgent(path.join(folder, name))));
}

async function readAgent(folder: string): Promise<Agent> {
  const name = path.basename(folder);
  const [json, logo] = await Promise.all([
    readFile(path.join(folder, 'manifest.json'), 'utf8'),
    readFile(path.join(folder, 'logo.svg')),
  ]);
  const parsed = manifest.safeParse(JSON.parse(json));
  if (!parsed.success)
    throw new StartError(`The manifest of the collector ${name} cannot be understood.`, { cause: parsed.error });
  if (parsed.data.id !== name)
    throw new StartError(`The collector in the folder ${name} calls itself ${parsed.data.id}.`);
  return { ...parsed.data, logo };
}
