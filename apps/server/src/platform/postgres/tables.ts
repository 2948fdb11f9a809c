import type { JournalEntry } from '@perenne/contract/journal';
import type { CollectorTables } from './collector-tables.ts';
import type { EvidenceTables } from './evidence-tables.ts';
import type { ExportTables } from './export-tables.ts';
import type { SharingTables } from './sharing-tables.ts';
import type { ColumnType, Generated } from 'kysely';

/** Bigints are read as numbers: sizes and sequences stay far below 2^53. */
export type Big = ColumnType<number, number, number>;
export type When = ColumnType<Date, Date, Date>;
export type WhenOrNot = ColumnType<Date | null, Date | null | undefined, Date | null>;
/** Bigints too large for a number, in decimal digits. */
type Tags = readonly string[];

type OtherTables = SharingTables & EvidenceTables & ExportTables & CollectorTables;

/** The tables as the migrations make them; snake_case goes no further than the stores. */
export type Tables = OtherTables & {
  system_secrets: { purpose: string; kid: string; wrapped: Buffer; created_at: When };
  safes: {
    safe_id: string;
    kind: 'waiting' | 'owned';
    wrapped_key: Buffer;
    sealed_journal_key: Generated<Buffer | null>;
    created_at: When;
    storage_limit: Big;
    storage_used: Generated<number>;
    storage_reserved: Generated<number>;
    document_count: Generated<number>;
  };
  accounts: {
    safe_id: string;
    email_tag: Buffer;
    sealed_profile: Buffer;
    password_hash: string;
    wrong_passwords: Generated<number>;
    email_verified_at: WhenOrNot;
    terms_accepted_at: When;
    created_at: When;
    closes_at: WhenOrNot;
    other_version: Generated<boolean>;
    lock_told_at: WhenOrNot;
    password_reset_required_at: WhenOrNot;
  };
  known_browser_tries: { safe_id: string; browser_tag: Buffer; wrong_passwords: number; last_tried_at: When };
  reset_links: { token_tag: Buffer; safe_id: string; fingerprint: string; expires_at: When };
  takeover_undos: { token_tag: Buffer; safe_id: string; changed_at: When; undo_until: When };
  unlock_links: { token_tag: Buffer; safe_id: string; expires_at: When };
  email_changes: {
    safe_id: string;
    change_id: string;
    token_tag: Buffer;
    sealed_email: Buffer;
    verified_at: WhenOrNot;
    changed_at: When;
    undo_until: When;
    undone_at: WhenOrNot;
  };
  known_devices: { safe_id: string; device_tag: Buffer; last_seen_at: When };
  sessions: {
    safe_id: string;
    session_id: string;
    created_at: When;
    refreshed_at: When;
    ends_at: When;
    closed_at: WhenOrNot;
    sealed_agent: Buffer;
  };
  spent_tokens: { jti: string; expires_at: When };
  second_factors: {
    safe_id: string;
    factor_id: string;
    kind: 'totp' | 'passkey';
    sealed: Buffer;
    counter: Big;
    added_at: When;
    last_used_at: WhenOrNot;
    credential_tag: Buffer | null;
  };
  factor_removals: {
    safe_id: string;
    asked_by_tag: Buffer;
    code_tag: Buffer;
    wrong_codes: Generated<number>;
    asked_at: When;
    confirmed_at: WhenOrNot;
    token_tag: Buffer | null;
    effective_at: WhenOrNot;
  };
  unconfirmed_factors: { safe_id: string; kind: 'totp' | 'passkey'; sealed: Buffer; expires_at: When };
  recovery_codes: { safe_id: string; code_tag: Buffer; made_at: When; used_at: WhenOrNot };
  pending_sign_ins: { safe_id: string; sign_in_tag: Buffer; sealed: Buffer; expires_at: When };
  federation_attempts: {
    state_tag: Buffer;
    browser_tag: Buffer;
    client_tag: Buffer | null;
    sealed: Buffer;
    expires_at: When;
  };
  federation_returns: { browser_tag: Buffer; identity_tag: Buffer; sealed: Buffer; expires_at: When };
  federation_newcomers: { newcomer_id: string; sealed: Buffer; expires_at: When };
  federated_identities: { safe_id: string; identity_tag: Buffer; sealed: Buffer; linked_at: When };
  federated_sessions: { safe_id: string; session_id: string; sealed_id_token: Buffer; signed_in_at: When };
  verification_codes: {
    owner_tag: Buffer;
    purpose: string;
    code_tag: Buffer;
    sealed_subject: Buffer;
    expires_at: When;
  };
  code_guards: {
    owner_tag: Buffer;
    purpose: string;
    requested: Generated<Date[]>;
    refused: Generated<Date[]>;
    refused_day: Generated<Date[]>;
  };
  journal_entries: {
    safe_id: string;
    seq: Big;
    entry_id: string;
    at: When;
    actor_kind: JournalEntry['actor']['kind'];
    actor_id: string | null;
    action: JournalEntry['action'];
    object_id: string | null;
    result: 'done' | 'refused';
    detail_hash: Buffer;
    prev_hash: Buffer;
    hash: Buffer;
  };
  journal_details: { safe_id: string; seq: Big; sealed: Buffer };
  journal_heads: {
    safe_id: string;
    seq: Big;
    hash: Buffer;
    at: When;
    logged: Generated<boolean>;
    closed_at: WhenOrNot;
  };
  journal_chapters: {
    safe_id: string;
    chapter_id: string;
    opened_at: When;
    closed_at: When;
    entries: Big;
    head: Buffer;
    sealed: Buffer;
  };
  categories: {
    safe_id: string;
    category_id: string;
    kind: string | null;
    position: number;
    sealed_title: Buffer;
    title_tag: Buffer;
    created_at: When;
    document_count: Generated<number>;
  };
  folders: {
    safe_id: string;
    folder_id: string;
    category_id: string;
    parent_id: string | null;
    sealed_name: Buffer;
    name_tag: Buffer;
    created_at: When;
    document_count: Generated<number>;
    trashed_at: WhenOrNot;
    trashed_with: ColumnType<string | null, string | null | undefined, string | null>;
  };
  documents: {
    safe_id: string;
    document_id: string;
    object_id: string;
    header: Buffer;
    sealed: Buffer;
    size_bytes: Big;
    added_at: When;
    added_by: 'company' | 'employee' | 'collector';
    origin_id: string | null;
    type_tag: Buffer;
    digest_tag: Buffer;
    category_id: string | null;
    folder_id: string | null;
    unread: boolean;
    scrubbed_at: When;
    trashed_at: WhenOrNot;
    trashed_with: ColumnType<string | null, string | null | undefined, string | null>;
    title_tags: ColumnType<string[] | null, Tags, Tags>;
    content_tags: ColumnType<string[] | null, Tags | null | undefined, Tags | null>;
    has_thumbnail: ColumnType<boolean | null, boolean | null | undefined, boolean | null>;
    read_expiry: ColumnType<Buffer | null, Buffer | null | undefined, Buffer | null>;
    succession_tag: ColumnType<Buffer | null, Buffer | null | undefined, Buffer | null>;
    reminder_tag: ColumnType<Buffer | null, Buffer | null | undefined, Buffer | null>;
    damaged_at: WhenOrNot;
    /** The transaction that last changed its title, its place or whether it is in the trash; set by a trigger. */
    changed_in: Generated<string>;
    destruction_id: ColumnType<string | null, string | null | undefined, string | null>;
  };
  destructions: {
    safe_id: string;
    destruction_id: string;
    documents: number;
    sealed_address: Buffer;
    created_at: When;
  };
  thumbnails: { safe_id: string; document_id: string; sealed: Buffer };
  waiting_readings: {
    safe_id: string;
    document_id: string;
    asked: Generated<number>;
    tries: Generated<number>;
    held_until: WhenOrNot;
  };
  reading_turns: { safe_id: string; next_at: When; first_until: WhenOrNot; second_until: WhenOrNot };
  content_readings: { safe_id: string; since: When };
  upload_intents: { holder_id: string; object_id: string; reserved_bytes: Big; expires_at: When };
  upload_slots: { party_tag: Buffer; slot: number; upload_id: string; holder: string; held_until: When };
  resumable_uploads: {
    safe_id: string;
    upload_id: string;
    sealed: Buffer;
    length_bytes: Big;
    received_bytes: Generated<number>;
    reserved_bytes: Generated<number>;
    turn: string | null;
    held_until: WhenOrNot;
    document_id: string | null;
    expires_at: When;
  };
  resumable_pieces: {
    safe_id: string;
    upload_id: string;
    from_byte: Big;
    size_bytes: Big;
    object_id: string;
    header: Buffer;
  };
  employers: {
    employer_id: string;
    client_id: string;
    client_secret_hash: Buffer;
    sealed: Buffer;
    refusal_disabled: Generated<boolean>;
    created_at: When;
  };
  employer_domains: { employer_id: string; domain_tag: Buffer; confirmed_at: WhenOrNot };
  employees: {
    employer_id: string;
    employee_id: string;
    number_tag: Buffer;
    content_tag: Buffer;
    sealed: Buffer;
    state: Generated<'pending' | 'activated' | 'refused'>;
    safe_id: string | null;
    accepted_since: WhenOrNot;
    code_tag: Buffer | null;
    code_expires_at: WhenOrNot;
    person_tag: Buffer;
    created_at: When;
    choice_id: string | null;
  };
  agreement_choices: {
    employer_id: string;
    employee_id: string;
    choice_id: string;
    accepted: boolean;
    chosen_at: When;
    sealed: Buffer | null;
    journal_hash: Buffer | null;
  };
  deposits: {
    employer_id: string;
    deposit_id: string;
    employee_id: string;
    deposit_tag: Buffer;
    document_id: string | null;
    sealed_receipt: Buffer;
    journal_hash: Buffer | null;
    deposited_at: When;
  };
  arrival_notices: { safe_id: string; noticed_at: When; up_to: When };
  deposit_keys: {
    employer_id: string;
    key_tag: Buffer;
    request_tag: Buffer;
    deposit_id: string;
    expires_at: When;
  };
  recoveries: {
    safe_id: string;
    from_safe_id: string;
    total: number;
    recovered: Generated<number>;
    state: Generated<'running' | 'done'>;
    started_at: When;
  };
  activation_proofs: { token_id: string; sealed_email: Buffer; expires_at: When };
};
