import { mkdir, writeFile } from 'node:fs/promises';
import { cpus, totalmem } from 'node:os';
import { fileURLToPath } from 'node:url';
import { measureAdding } from './adding.ts';
import { measureArranging } from './arranging.ts';
import { measureAttacked } from './attacked.ts';
import { measureBehind } from './behind.ts';
import { measureCollecting } from './collecting.ts';
import { measureEvidence } from './evidence.ts';
import { measureExporting } from './exporting.ts';
import { measureFederation } from './federation.ts';
import { measureFolders } from './folders.ts';
import { measureIdentity } from './identity.ts';
import { measureKills } from './kills.ts';
import { measureLarge } from './large.ts';
import { measureLargeDocument } from './large-document.ts';
import { measureListing } from './listing.ts';
import { judge, printTable, type Measure } from './measure.ts';
import { measureMerging } from './merging.ts';
import { measurePages } from './pages.ts';
import { measurePreviews } from './previews.ts';
import { measureReading } from './reading.ts';
import { measureReads } from './reads.ts';
import { measureScrolling } from './scrolling.ts';
import { measureSearch } from './search.ts';
import { measureSharing } from './sharing.ts';
import { measureStarts } from './starts.ts';
import { measureVerifying } from './verifying.ts';
import { measureWrites } from './writes.ts';

/** `kills=40`: a part, and how often. */
const asked = new Map(
  process.argv.slice(2).map((argument): [string, string | undefined] => {
    const [name = '', count] = argument.split('=');
    return [name, count];
  }),
);
const killsByDefault = 300;

/** `npm run bench`, or `npm run bench -- writes reading` for some of it. What stands in two parts is measured once. */
const parts: Record<string, Array<() => Promise<Measure[]>>> = {
  writes: [measureWrites],
  adding: [measureAdding],
  behind: [measureBehind],
  reading: [measureReading, measureReads],
  previews: [measurePreviews],
  listing: [measureListing],
  folders: [measureFolders],
  search: [measureSearch],
  arranging: [measureArranging],
  large: [measureLargeDocument, measureLarge],
  sharing: [measureSharing],
  merging: [measureMerging],
  evidence: [measureEvidence],
  exporting: [measureExporting, measureVerifying],
  collecting: [measureCollecting],
  identity: [measureIdentity],
  federation: [measureFederation],
  attacked: [measureAttacked],
  starts: [measureStarts],
  pages: [measureFolders, measureSharing, measurePages],
  scrolling: [measureScrolling],
};

/** Only where it is named, since it takes half an hour: `npm run bench -- kills`, or `kills=40` for so many. */
const partsByName: typeof parts = { kills: [() => measureKills(Number(asked.get('kills') ?? killsByDefault))] };

const known = { ...parts, ...partsByName };
const unknown = [...asked.keys()].find((name) => !(name in known));
if (unknown !== undefined) throw new Error(`There is no part “${unknown}”: they are ${Object.keys(known).join(', ')}.`);

const chosen = asked.size === 0 ? Object.values(parts) : [...asked.keys()].map((name) => known[name] ?? []);
const measures: Measure[] = [];
for (const measure of new Set(chosen.flat())) measures.push(...(await measure()));

const results = measures.map(judge);
const machine = {
  cores: cpus().length,
  processor: cpus()[0]?.model ?? '',
  memoryBytes: totalmem(),
  node: process.version,
};
const folder = fileURLToPath(new URL('results/', import.meta.url));
await mkdir(folder, { recursive: true });
await writeFile(`${folder}latest.json`, `${JSON.stringify({ machine, results }, null, 2)}\n`);
process.stdout.write(`${printTable(results)}\n\nMedians of 5 on ${machine.cores} cores, Node ${machine.node}.\n`);
process.exitCode = results.every(({ kept }) => kept) ? 0 : 1;
