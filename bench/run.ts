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
import { measureLarge } from './large.ts';
import { measureListing } from './listing.ts';
import { judge, printTable, type Measure } from './measure.ts';
import { measureMerging } from './merging.ts';
import { measurePages } from './pages.ts';
import { measurePreviews } from './previews.ts';
import { measureReads } from './reads.ts';
import { measureScrolling } from './scrolling.ts';
import { measureSearch } from './search.ts';
import { measureSharing } from './sharing.ts';
import { measureStarts } from './starts.ts';
import { measureVerifying } from './verifying.ts';
import { measureWrites } from './writes.ts';

/** `npm run bench`, or `npm run bench -- writes reads` for some of it. */
const parts: Record<string, () => Promise<Measure[]>> = {
  writes: measureWrites,
  adding: measureAdding,
  behind: measureBehind,
  reads: measureReads,
  previews: measurePreviews,
  listing: measureListing,
  folders: measureFolders,
  search: measureSearch,
  arranging: measureArranging,
  large: measureLarge,
  sharing: measureSharing,
  merging: measureMerging,
  evidence: measureEvidence,
  exporting: async () => [...(await measureExporting()), ...(await measureVerifying())],
  collecting: measureCollecting,
  identity: measureIdentity,
  federation: measureFederation,
  attacked: measureAttacked,
  starts: measureStarts,
  pages: measurePages,
  scrolling: measureScrolling,
};

const asked = process.argv.slice(2);
const unknown = asked.find((name) => !(name in parts));
if (unknown !== undefined) throw new Error(`There is no part “${unknown}”: they are ${Object.keys(parts).join(', ')}.`);

const measures: Measure[] = [];
for (const [name, measure] of Object.entries(parts))
  if (asked.length === 0 || asked.includes(name)) measures.push(...(await measure()));

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
