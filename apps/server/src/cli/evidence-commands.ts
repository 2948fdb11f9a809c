import { readConfig } from '../config.ts';
import { verifyEvidence, type Auditor, type Counts } from '../domains/evidence/evidence.ts';
import { openLog } from '../platform/log.ts';
import { UsageError, type Command, type Terminal } from './command.ts';
import { asAuditor } from './open-auditor.ts';

export const verifyEvidenceCommand: Command = {
  name: 'evidence verify',
  usage: 'evidence verify [--contents]',
  summary:
    'Recompute every journal, the log, its checkpoints and their files, and the digests of the documents; with\n' +
    '      --contents, every stored content too. What was changed, removed or invented is named, one on a line.',
  options: { contents: { type: 'boolean' } },
  run: async (given, terminal) => {
    if (given.positionals.length > 0) throw new UsageError('Only --contents is taken.');
    const contents = given.isSet('contents');
    return asAuditor(readConfig(terminal.environment), openLog('error'), (auditor) =>
      tellFaults(auditor, { contents }, terminal),
    );
  },
};

/** 0 where all is as it was left, 1 where something is not. */
export async function tellFaults(
  auditor: Auditor,
  { contents }: { contents: boolean },
  { out }: Pick<Terminal, 'out'>,
): Promise<number> {
  const counts: Counts = { journals: 0, entries: 0, leaves: 0, checkpoints: 0, documents: 0 };
  let faults = 0;
  for await (const { where, cause } of verifyEvidence(auditor, { contents, counts })) {
    faults += 1;
    out.write(`${where}: ${cause}\n`);
  }
  const { journals, entries, leaves, checkpoints, documents } = counts;
  const looked = `${journals} journals of ${entries} entries, ${checkpoints} checkpoints of ${leaves} leaves, ${documents} documents`;
  out.write(
    `${looked}${contents ? ' with their contents' : ''}: ${faults === 0 ? 'all is as it was left' : `faults: ${faults}`}.\n`,
  );
  if (!auditor.timestamps.enabled) out.write('The timestamps were not checked: TSA_URL and TSA_CA are not set.\n');
  return faults === 0 ? 0 : 1;
}
