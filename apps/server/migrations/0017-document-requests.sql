-- A link by which someone outside sends files into a safe. `sealed` holds its title, message, sender and who was
-- written to. Where its folder or category is gone, files go where their type fits.
create table document_requests (
  safe_id          uuid        not null references safes on delete cascade,
  request_id       uuid        not null,
  sealed           bytea       not null,
  state            text        not null default 'active' check (state in ('active', 'expired', 'deleted')),
  category_id      uuid,
  folder_id        uuid,
  max_files        integer     not null check (max_files > 0),
  received_count   integer     not null default 0 check (received_count between 0 and max_files),
  received_bytes   bigint      not null default 0,
  last_received_at timestamptz,
  -- When its owner was last told that files have come.
  told_at          timestamptz,
  delivery         text        check (delivery in ('QUEUED', 'SENT', 'FAILED')),
  message_id       uuid,
  created_at       timestamptz not null,
  expires_at       timestamptz not null,
  primary key (safe_id, request_id)
);
create index document_requests_to_expire on document_requests (expires_at) where state = 'active';
create index document_requests_to_forget on document_requests (expires_at) where state = 'deleted';

grant select, insert, update, delete on document_requests to perenne_app;
