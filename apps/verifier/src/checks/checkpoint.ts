import type { Checkpoint } from '@perenne/contract/evidence';
import { fromBase64, utf8 } from './bytes.ts';
import { canonicalJson } from './canonical-json.ts';
import { misshapen } from './cms.ts';
import { Findings } from './report.ts';
import { verifySeal, type Trust } from './seal.ts';
import { verifyStamp } from './stamp.ts';

/**
 * Checks the seal and the timestamp of a checkpoint: both are over the RFC 8785 JSON of its other fields. Its chain and
 * the other leaves of the log are for those to check who have other checkpoints.
 */
export async function checkCheckpoint(checkpoint: Checkpoint, file: string, trust: Trust): Promise<Findings> {
  const { n, size, root, previous, at, seal, timestamp } = checkpoint;
  const bytes = utf8(canonicalJson({ n, size, root, previous, at }));
  const findings = new Findings();
  await findings.try('proof', async () => {
    const witness = await verifySeal(seal, { file, bytes, at: new Date(at), trust });
    findings.rely(witness);
    findings.add('proof', 'holds', { code: 'sealHolds', facts: { file, n, signer: witness.subject } });
  });
  await findings.try('stamp', async () => {
    if (timestamp === null) return findings.add('stamp', 'open', { code: 'stampPending', facts: { file } });
    const token = fromBase64(timestamp);
    if (!token) throw misshapen(file, 'timestamp');
    const { at, witness } = await verifyStamp(token, { file, bytes, given: trust.given });
    findings.rely(witness);
    findings.add('stamp', 'holds', { code: 'stampHolds', facts: { file, at, authority: witness.subject } });
  });
  return findings;
}
