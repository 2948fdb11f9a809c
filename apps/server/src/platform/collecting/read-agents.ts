import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { manifest } from '@perenne/collecting/manifest';
import { z } from 'zod';
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
  const read = (file: string) =>
    readFile(path.join(folder, file)).catch((cause: unknown) => {
      throw new StartError(`The folder of the collector ${name} has no ${file} that can be read.`, { cause });
    });
  const [json, logo] = await Promise.all([read('manifest.json'), read('logo.svg')]);
  const parsed = manifest.safeParse(parseJson(json.toString('utf8'), name));
  if (!parsed.success)
    throw new StartError(
      `The manifest of the collector ${name} cannot be understood:\n${z.prettifyError(parsed.error)}`,
      { cause: parsed.error },
    );
  if (parsed.data.id !== name)
    throw new StartError(`The collector in the folder ${name} calls itself ${parsed.data.id}.`);
  return { ...parsed.data, logo };
}

function parseJson(json: string, name: string): unknown {
  try {
    return JSON.parse(json);
  } catch (cause) {
    const why = cause instanceof Error ? `: ${cause.message}` : '';
    throw new StartError(`The manifest of the collector ${name} is no JSON${why}`, { cause });
  }
}
