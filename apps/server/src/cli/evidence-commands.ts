import { readConfig } from '../config.ts';
import {
  DigestEndRefused,
  renewEvidence,
  retireDigest,
  verifyEvidence,
  writeRecords,
  type Auditor,
  type Counts,
} from '../domains/evidence/evidence.ts';
import { openLog } from '../platform/log.ts';
import { digestOids, type DigestAlgorithm } from '../platform/pki/digest-algorithms.ts';
import { CommandFailed, UsageError, type Command, type Terminal } from './command.ts';
import { asAuditor, asRenewer } from './open-auditor.ts';
import { asOperator } from './open-operator.ts';

export const verifyEvidenceCommand: Command = {
  name: 'evidence verify',
  usage: 'evidence verify [--contents]',
  summary:
    'Recompute every journal, the log, its checkpoints and their files, and the digests of the documents; with\n' +
    '      --contents, every stored content too. Each thing changed, removed or invented is named, one per line. Exit\n' +
    '      code 1 then. It only reads, and may run while the safe does.',
  options: { contents: { type: 'boolean' } },
  run: async (given, terminal) => {
    if (given.positionals.length > 0) throw new UsageError('Only --contents is taken.');
    const contents = given.isSet('contents');
    return asAuditor(readConfig(terminal.environment), openLog('error'), (auditor) =>
      printFaults(auditor, { contents }, terminal),
    );
  },
};

/** 0 where all is as it was left, 1 where something is not. */
export async function printFaults(
  auditor: Auditor,
  { contents }: { contents: boolean },
  { out }: Pick<Terminal, 'out'>,
): Promise<number> {
  const counts: Counts = {
    ...{ journals: 0, entries: 0, leaves: 0, checkpoints: 0, files: 0, documents: 0 },
    lacking: new Map(),
  };
  let faults = 0;
  for await (const { where, cause } of verifyEvidence(auditor, { contents, counts })) {
    faults += 1;
    out.write(`${where}: ${cause}\n`);
  }
  const { journals, entries, leaves, checkpoints, files, documents, lacking } = counts;
  const looked = `${journals} journals of ${entries} entries, ${checkpoints} checkpoints of ${leaves} leaves, ${files} files of them, ${documents} documents`;
  out.write(
    `${looked} ${contents ? 'with' : 'without'} their contents: ${faults === 0 ? 'all is as it was left' : `faults: ${faults}`}.\n`,
  );
  for (const [folder, count] of lacking)
    out.write(
      `${count} of the checkpoints have no file in ${folder}: for them, a database that was set back cannot be detected.\n`,
    );
  if (!auditor.timestamps.enabled) out.write('The timestamps were not checked: TSA_URL and TSA_CA are not set.\n');
  return faults === 0 ? 0 : 1;
}

export const renewEvidenceCommand: Command = {
  name: 'evidence renew',
  usage: 'evidence renew',
  summary:
    'Renew the timestamps whose certificate or digest ends within a year (of those that last less than two years:\n' +
    '      once half of their time is over), and write them into the files of the checkpoints. The safe does so by\n' +
    '      itself every night. Exit code 1, with the reason, if one could not be renewed.',
  options: {},
  run: (given, { out, environment }) => {
    if (given.positionals.length > 0) throw new UsageError('Nothing is taken.');
    return asRenewer(readConfig(environment), openLog('error'), async (renewer) => {
      const { records, timestamps, failures } = await renewEvidence(renewer);
      await writeRecords(renewer);
      if (records > 0)
        out.write(`${many(records, 'record was', 'records were')} renewed by ${many(timestamps, 'timestamp')}.\n`);
      for (const [reason, count] of failures) out.write(`${many(count, 'record')} could not be renewed: ${reason}.\n`);
      if (records === 0 && failures.size === 0) out.write('No record needs to be renewed yet.\n');
      return failures.size === 0 ? 0 : 1;
    });
  },
};

const many = (count: number, one: string, other = `${one}s`): string => `${count} ${count === 1 ? one : other}`;

export const retireDigestCommand: Command = {
  name: 'evidence retire',
  usage: 'evidence retire SHA-256|SHA-384|SHA-512 YYYY-MM-DD',
  summary:
    'Say until when (that day, 0:00 UTC) a digest is relied on: what rests on it is renewed by another one from a\n' +
    '      year before. The latest date given holds.',
  options: {},
  run: async ({ positionals }, { out, environment }) => {
    const [algorithm = '', date = '', ...others] = positionals;
    const endsAt = new Date(/^\d{4}-\d\d-\d\d$/.test(date) ? `${date}T00:00:00Z` : Number.NaN);
    if (!isDigest(algorithm) || others.length > 0 || !isThatDay(endsAt, date))
      throw new UsageError('A digest (SHA-256, SHA-384 or SHA-512) and a day (2040-12-31) are needed.');
    try {
      await asOperator(readConfig(environment), openLog('error'), (platform) =>
        retireDigest(platform, { algorithm, endsAt }),
      );
    } catch (error) {
      throw error instanceof DigestEndRefused ? new CommandFailed(error.message) : error;
    }
    out.write(`${algorithm} is relied on until ${date}. What rests on it is renewed from a year before that day on.\n`);
    return 0;
  },
};

const isDigest = (name: string): name is DigestAlgorithm => Object.hasOwn(digestOids, name);

/** There is no 31 of February. */
const isThatDay = (instant: Date, date: string): boolean =>
  !Number.isNaN(instant.getTime()) && instant.toISOString().startsWith(date);
