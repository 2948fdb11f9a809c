import type { Checkpoint } from '@perenne/contract/evidence';
import { digest, fromBase64, toHex, utf8, type Bytes } from '../bytes.ts';
import { canonicalJson } from './canonical-json.ts';
import { Broken, Unchecked, type Findings, type Witness } from '../report.ts';
import type { Trust } from '../signatures/chain.ts';
import { misshapen } from '../signatures/cms.ts';
import { verifySeal } from '../signatures/seal.ts';
import { reportStamp, verifyStamp, type Stamp } from '../signatures/stamp.ts';
import { verifyRecord } from './renewals.ts';

/** The bytes that are sealed and timestamped. */
const signedBytes = ({ n, size, root, previous, at }: Checkpoint): Bytes =>
  utf8(canonicalJson({ n, size, root, previous, at }));

/** The hash by which the next checkpoint names this one, in hex. */
export const hashOfCheckpoint = async (checkpoint: Checkpoint): Promise<string> =>
  toHex(await digest('SHA-256', signedBytes(checkpoint)));

/** @throws {Broken} as `verifySeal` does; `file` is what the sentences name */
export const verifyCheckpointSeal = (checkpoint: Checkpoint, file: string, trust: Trust): Promise<Witness> =>
  verifySeal(checkpoint.seal, { file, bytes: signedBytes(checkpoint), at: new Date(checkpoint.at), trust });

/** The timestamp of a checkpoint, and all that renew it, oldest first. */
export type CheckpointStamps = [Stamp, ...Stamp[]];

/** @throws {Broken} as `verifyStamp` and `verifyRecord` do; stampPending, which leaves the matter open */
export async function verifyCheckpointStamps(
  checkpoint: Checkpoint,
  file: string,
  trust: Trust,
): Promise<CheckpointStamps> {
  const { n, timestamp, evidenceRecord } = checkpoint;
  const data = signedBytes(checkpoint);
  if (timestamp === null && evidenceRecord !== undefined) throw new Broken('recordShape', { file, n });
  if (timestamp === null) throw new Unchecked('stampPending', { file });
  const token = fromBase64(timestamp);
  if (!token) throw misshapen(file, 'timestamp');
  const own = await verifyStamp(token, { file, bytes: data, trust });
  if (evidenceRecord === undefined) return [own];
  const [first, ...renewals] = await verifyRecord(evidenceRecord, { file, n, data, trust });
  // Not by its bytes: the record has it in DER, whatever form the authority gave it.
  if (first?.at.getTime() !== own.at.getTime()) throw new Broken('renewalOther', { file, n, number: 1 });
  return [own, ...renewals];
}

type Place = { file: string; trust: Trust };

/** Checks seal and timestamps of one checkpoint, and says so. */
export async function reportCheckpoint(
  checkpoint: Checkpoint,
  { file, trust }: Place,
  findings: Findings,
): Promise<void> {
  const { n } = checkpoint;
  await findings.try(async () => {
    const witness = await verifyCheckpointSeal(checkpoint, file, trust);
    findings.rely(witness);
    findings.holds('sealHolds', { file, n, signer: witness.name });
  });
  await findings.try(async () => {
    const [own, ...renewals] = await verifyCheckpointStamps(checkpoint, file, trust);
    const last = renewals.at(-1);
    if (!last) return reportStamp(own, { file, trust }, findings);
    for (const { witness } of [own, ...renewals]) findings.rely(witness);
    findings.holds('stampHolds', { file, at: own.at, authority: own.witness.name });
    reportRenewals(renewals, { file, n, trust }, findings);
  });
}

function reportRenewals(renewals: readonly Stamp[], { file, n, trust }: Place & { n: number }, findings: Findings) {
  const until = renewals.at(-1)?.witness.endsAt ?? new Date(0);
  findings.holds('stampRenewed', { file, n, count: renewals.length, until });
  if (until <= trust.now) findings.leavesOpen('stampEnded', { file, at: until });
}
