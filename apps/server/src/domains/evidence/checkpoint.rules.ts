import { createHash } from 'node:crypto';
import type { Checkpoint } from '@perenne/contract/evidence';
import { canonicalJson } from '../../platform/canonical-json.ts';

/** A checkpoint before it is sealed and stamped. */
export type LogState = { n: number; size: number; root: Buffer; previous: Buffer | null; at: Date };

/** A checkpoint as it is kept. */
export type KeptCheckpoint = LogState & {
  kid: string;
  signature: Buffer;
  timestampToken: Buffer | null;
};

const present = ({ n, size, root, previous, at }: LogState) => ({
  ...{ n, size, root: root.toString('hex'), at: at.toISOString() },
  previous: previous === null ? null : previous.toString('hex'),
});

/** The bytes that are sealed and stamped (RFC 8785). */
export const signedBytes = (state: LogState): Buffer => Buffer.from(canonicalJson(present(state)));

/** SHA-256 of these bytes: what the timestamp covers, and what the next checkpoint names as `previous`. */
export const digestOf = (state: LogState): Buffer => createHash('sha256').update(signedBytes(state)).digest();

/** `record`: of the timestamp, where that one was renewed. */
export const presentCheckpoint = (
  { kid, signature, timestampToken, ...state }: KeptCheckpoint,
  record?: Buffer,
): Checkpoint => ({
  ...present(state),
  seal: { kid, alg: 'ES256', signature: signature.toString('base64') },
  timestamp: timestampToken === null ? null : timestampToken.toString('base64'),
  ...(record && { evidenceRecord: record.toString('base64') }),
});
