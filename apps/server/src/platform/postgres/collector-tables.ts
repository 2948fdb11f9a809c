import type { AlertCause, AlertCode, CollectorStatus } from '@perenne/contract/collectors';
import type { ColumnType, Generated } from 'kysely';
import type { Big, When, WhenOrNot } from './tables.ts';

type BytesOrNot = ColumnType<Buffer | null, Buffer | null | undefined, Buffer | null>;

/** Accounts at partners, their runs and what they brought: see migrations 0032 and 0034. */
export type CollectorTables = {
  collectors: {
    safe_id: string;
    collector_id: string;
    agent_id: string;
    account_tag: Buffer;
    sealed: Buffer;
    sealed_credentials: Buffer;
    sealed_memory: BytesOrNot;
    category_id: string | null;
    status: CollectorStatus;
    run_id: string | null;
    alert: AlertCode | null;
    alert_since: WhenOrNot;
    alert_cause: AlertCause | null;
    retry_at: WhenOrNot;
    failures: Generated<number>;
    faults: Generated<number>;
    new_documents: Generated<number>;
    last_synchronised_at: WhenOrNot;
    next_at: WhenOrNot;
    by_hand_at: WhenOrNot;
    created_at: When;
  };
  collector_runs: {
    safe_id: string;
    run_id: string;
    collector_id: string;
    started_at: When;
    taken: Generated<number>;
    turn: Generated<number>;
    ended_at: WhenOrNot;
    result: Generated<string>;
    new_documents: Generated<number>;
    sealed_skipped: BytesOrNot;
  };
  collector_codes: {
    safe_id: string;
    collector_id: string;
    run_id: string;
    state: 'AWAITED' | 'GIVEN' | 'RESEND' | 'TAKEN';
    expires_at: When;
    can_resend_at: When;
    wrong: Generated<number>;
    is_after_wrong: Generated<boolean>;
    sealed_code: BytesOrNot;
    resent: Generated<Date[]>;
  };
  collector_starts: { safe_id: string; since: When; started: number };
  collector_documents: { safe_id: string; identity_tag: Buffer; collector_id: string; document_id: string | null };
  collector_agents: {
    agent_id: string;
    word: 'IN_MAINTENANCE' | 'UNAVAILABLE' | 'ZOMBIE' | null;
    word_since: WhenOrNot;
    broken_since: WhenOrNot;
    trial_at: WhenOrNot;
    last_run_at: WhenOrNot;
    open_since: WhenOrNot;
  };
  collector_agent_failures: { agent_id: string; safe_id: string; collector_id: string; failed_at: When };
  collector_results: { agent_id: string; result: string; runs: Big };
};
