import type { Generated } from 'kysely';
import type { Big, When, WhenOrNot } from './tables.ts';

/** Tables of the archives of whole safes: see migration 0029. */
export type ExportTables = {
  exports: {
    safe_id: string;
    export_id: string;
    state: Generated<'IN_PROGRESS' | 'READY' | 'FAILED'>;
    requested_at: When;
    document_count: number;
    done: Generated<number>;
    attempts: Generated<number>;
    object_id: string | null;
    header: Buffer | null;
    sealed: Buffer | null;
    size_bytes: Big | null;
    available_until: WhenOrNot;
    timestamped_at: WhenOrNot;
    downloaded_session: Generated<string | null>;
    failure: string | null;
  };
  export_requests: { safe_id: string; export_id: string; requested_at: When };
};
