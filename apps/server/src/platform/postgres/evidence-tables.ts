import type { Big, When, WhenOrNot } from './tables.ts';

/** The log of all journals, which belongs to no safe: see migration 0028. */
export type EvidenceTables = {
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
};
