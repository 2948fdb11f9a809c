-- Uploads that come in several requests (tus 1.0). `sealed` is what the client said of the file. The room
-- of `length_bytes` is reserved in the safe until the document is made or the upload ends.
-- Who continues takes the turn: an older request that goes on finds another's there, and records nothing.
-- While the document is being made, nobody takes the turn before `held_until`.
create table resumable_uploads (
  safe_id        uuid        not null references safes,
  upload_id      uuid        not null,
  sealed         bytea       not null,
  length_bytes   bigint      not null check (length_bytes > 0),
  received_bytes bigint      not null default 0 check (received_bytes between 0 and length_bytes),
  turn           uuid,
  held_until     timestamptz,
  document_id    uuid,
  expires_at     timestamptz not null,
  primary key (safe_id, upload_id)
);
create index resumable_uploads_expiry on resumable_uploads (expires_at);

-- What has come, in pieces sealed each under a key of its own, which `header` wraps.
create table resumable_pieces (
  safe_id    uuid   not null,
  upload_id  uuid   not null,
  from_byte  bigint not null check (from_byte >= 0),
  size_bytes bigint not null check (size_bytes > 0),
  object_id  uuid   not null,
  header     bytea  not null,
  primary key (safe_id, upload_id, from_byte),
  foreign key (safe_id, upload_id) references resumable_uploads on delete cascade
);

grant select, insert, update, delete on resumable_uploads, resumable_pieces to perenne_app;
