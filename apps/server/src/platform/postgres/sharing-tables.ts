import type { Generated } from 'kysely';
import type { Big, When, WhenOrNot } from './tables.ts';

/** Tables of shares, of those they are for, and of requests for documents: see migrations 0016, 0017, 0025, 0039, 0061, 0062, 0066 and 0067. */
export type SharingTables = {
  known_visitors: { visitor_tag: Buffer; known_until: When };
  written_addresses: { safe_id: string; email_tag: Buffer; written_at: When };
  received_invitations: { mailbox_tag: Buffer; message_id: string; safe_id: string; sent_at: When };
  sms_counts: { party_tag: Buffer; sent_at: Date[]; counted_until: When };
  block_links: {
    token_tag: Buffer;
    safe_id: string;
    block_tag: Buffer;
    scope: Generated<'SENDER' | 'ALL'>;
    expires_at: When;
  };
  blocked_senders: { safe_id: string; block_tag: Buffer; blocked_at: When };
  closed_addresses: { block_tag: Buffer; blocked_at: When };
  content_holds: {
    safe_id: string;
    holder_id: string;
    document_id: string;
    position: number;
    released_at: WhenOrNot;
  };
  held_contents: {
    safe_id: string;
    document_id: string;
    object_id: string;
    header: Buffer;
    sealed: Buffer;
    size_bytes: Big;
    added_at: When;
    scrubbed_at: When;
  };
  shares: {
    safe_id: string;
    share_id: string;
    mode: 'EMAIL' | 'LINK';
    sealed: Buffer;
    state: Generated<'active' | 'expired' | 'deleted'>;
    document_count: number;
    security_tag: Buffer | null;
    created_at: When;
    expires_at: When;
    first_opened_at: WhenOrNot;
    notice_at: WhenOrNot;
    sent_again: Generated<Date[]>;
    key_tag: Buffer | null;
    request_tag: Buffer | null;
  };
  share_recipients: {
    safe_id: string;
    share_id: string;
    recipient_id: string;
    position: number;
    sealed: Buffer;
    email_tag: Buffer | null;
    phone_tag: Buffer | null;
    link_id: string;
    reference_tag: Buffer | null;
    delivery: 'QUEUED' | 'SENT' | 'FAILED';
    message_id: string;
    first_opened_at: WhenOrNot;
    last_opened_at: WhenOrNot;
    read_at: WhenOrNot;
  };
  sharing_visits: {
    safe_id: string;
    visit_id: string;
    share_id: string;
    recipient_id: string;
    link_id: string;
    proof: 'EMAIL' | 'SMS' | 'LINK';
    email_tag: Buffer | null;
    phone_tag: Buffer | null;
    ends_at: When;
  };
  share_events: {
    safe_id: string;
    share_id: string;
    event_id: string;
    recipient_id: string;
    kind: 'OPENED' | 'MARKED_AS_READ' | 'READ' | 'DOWNLOADED';
    document_id: string | null;
    at: When;
    visit_id: string | null;
  };
  visitor_entries: {
    safe_id: string;
    share_id: string;
    recipient_id: string;
    object_id: string;
    address_tag: Buffer;
    entries: number;
    since: When;
    at: When;
  };
  document_requests: {
    safe_id: string;
    request_id: string;
    sealed: Buffer;
    state: Generated<'active' | 'expired' | 'deleted'>;
    category_id: string | null;
    folder_id: string | null;
    max_files: number;
    received_count: Generated<number>;
    received_bytes: Generated<number>;
    last_received_at: WhenOrNot;
    told_at: WhenOrNot;
    delivery: 'QUEUED' | 'SENT' | 'FAILED' | null;
    message_id: string | null;
    created_at: When;
    expires_at: When;
    key_tag: Buffer | null;
    reference_tag: Buffer | null;
    request_tag: Buffer | null;
  };
};
