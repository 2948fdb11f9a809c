import type { Checkpoint } from '@perenne/contract/evidence';
import { fromBase64, utf8, type Bytes } from '../bytes.ts';
import { canonicalJson } from './canonical-json.ts';
import { misshapen } from '../signatures/cms.ts';
import { Unchecked, type Witness } from '../report.ts';
import type { Trust } from '../signatures/chain.ts';
import { verifySeal } from '../signatures/seal.ts';
import { verifyStamp, type Stamp } from '../signatures/stamp.ts';

/** What is sealed and timestamped. The leaves and the checkpoints before are for those to check who have them. */
const signedBytes = ({ n, size, root, previous, at }: Checkpoint): Bytes =>
  utf8(canonicalJson({ n, size, root, previous, at }));

/** @throws {Broken} as `verifySeal` does; `file` is what the sentences name */
export const verifyCheckpointSeal = (checkpoint: Checkpoint, file: string, trust: Trust): Promise<Witness> =>
  verifySeal(checkpoint.seal, { file, bytes: signedBytes(checkpoint), at: new Date(checkpoint.at), trust });

/** @throws {Broken} as `verifyStamp` does; stampPending, which leaves the matter open */
export async function verifyCheckpointStamp(checkpoint: Checkpoint, file: string, trust: Trust): Promise<Stamp> {
  if (checkpoint.timestamp === null) throw new Unchecked('stampPending', { file });
  const token = fromBase64(checkpoint.timestamp);
  if (!token) throw misshapen(file, 'timestamp');
  return verifyStamp(token, { file, bytes: signedBytes(checkpoint), trust });
}
