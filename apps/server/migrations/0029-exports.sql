-- The archives of whole safes. `object_id` is the archive, or the one that is being written; `header` holds its key,
-- wrapped by that of the safe; `sealed` its digest and the documents that are damaged. `done` counts documents.
create table exports (
  safe_id         uuid        not null references safes on delete cascade,
  export_id       uuid        not null,
  state           text        not null default 'IN_PROGRESS' check (state in ('IN_PROGRESS', 'READY', 'FAILED')),
  requested_at    timestamptz not null,
  document_count  integer     not null check (document_count >= 0),
  done            integer     not null default 0,
  attempts        integer     not null default 0,
  object_id       uuid,
  header          bytea,
  sealed          bytea,
  size_bytes      bigint,
  available_until timestamptz,
  timestamped_at  timestamptz,
  downloaded_at   timestamptz,
  failure         text,
  primary key (safe_id, export_id),
  check (state <> 'READY' or (object_id is not null and header is not null and sealed is not null
    and size_bytes is not null and available_until is not null)),
  check ((state = 'FAILED') = (failure is not null))
);
-- One at a time, whichever process asks.
create unique index exports_in_progress on exports (safe_id) where state = 'IN_PROGRESS';
create index exports_by_date on exports (safe_id, requested_at desc, export_id desc);
create index exports_to_remove on exports (available_until) where state = 'READY';
create index exports_to_forget on exports (requested_at) where state <> 'READY';

-- What counts towards the limit of a day, whatever became of the export.
create table export_requests (
  safe_id      uuid        not null references safes on delete cascade,
  export_id    uuid        not null,
  requested_at timestamptz not null,
  primary key (safe_id, export_id)
);
create index export_requests_to_forget on export_requests (requested_at);

grant select, insert, update, delete on exports, export_requests to perenne_app;
