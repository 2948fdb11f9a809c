import type { DigestAlgorithm } from '../pki/digest-algorithms.ts';
import type { Big, When, WhenOrNot } from './tables.ts';

/** The log of all journals and its timestamps, which belong to no safe: see migrations 0028 and 0031. */
export type EvidenceTables = {
  seal_certificates: { kid: string; tag: Buffer; certificate: string; chain: string; sealed_since: When };
  evidence_leaves: { leaf_index: Big; journal_id: string; seq: Big; head: Buffer; checkpoint_n: Big };
  evidence_nodes: { level: number; position: Big; hash: Buffer };
  evidence_checkpoints: {
    n: Big;
    size: Big;
    root: Buffer;
    previous: Buffer | null;
    at: When;
    kid: string;
    signature: Buffer;
    timestamp_token: Buffer | null;
    timestamped_at: WhenOrNot;
  };
  evidence_stamps: { n: Big; ends_at: When; digests: DigestAlgorithm[] };
  evidence_renewals: {
    renewal: Big;
    kind: 'TIMESTAMP' | 'HASH_TREE';
    algorithm: DigestAlgorithm;
    token: Buffer;
    at: When;
    ends_at: When;
    digests: DigestAlgorithm[];
  };
  evidence_renewal_nodes: { renewal: Big; level: number; position: number; hash: Buffer };
  evidence_renewed_checkpoints: { n: Big; renewal: Big; position: number };
  evidence_renewed_renewals: { earlier: Big; renewal: Big; position: number };
  evidence_digest_ends: { algorithm: DigestAlgorithm; decided_at: When; ends_at: When };
};
