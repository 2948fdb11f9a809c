-- Categories and folders: their names sealed, and found by a tag under the safe's own index key.
create table categories (
  safe_id      uuid        not null references safes,
  category_id  uuid        not null,
  kind         text,
  position     integer     not null,
  sealed_title bytea       not null,
  title_tag    bytea       not null,
  created_at   timestamptz not null,
  primary key (safe_id, category_id),
  unique (safe_id, title_tag)
);

create table folders (
  safe_id     uuid        not null references safes,
  folder_id   uuid        not null,
  category_id uuid        not null,
  parent_id   uuid,
  sealed_name bytea       not null,
  name_tag    bytea       not null,
  created_at  timestamptz not null,
  primary key (safe_id, folder_id),
  foreign key (safe_id, category_id) references categories,
  foreign key (safe_id, parent_id) references folders,
  unique nulls not distinct (safe_id, category_id, parent_id, name_tag)
);

-- A document: `header` holds its wrapped key, `sealed` its title, type, file name, media type and
-- digests. Type and digest are found by tags under the safe's index key.
create table documents (
  safe_id       uuid        not null references safes,
  document_id   uuid        not null,
  object_id     uuid        not null,
  header        bytea       not null,
  sealed        bytea       not null,
  size_bytes    bigint      not null check (size_bytes >= 0),
  added_at      timestamptz not null,
  added_by      text        not null check (added_by in ('company', 'employee', 'collector')),
  origin_id     uuid,
  type_tag      bytea       not null,
  digest_tag    bytea       not null,
  category_id   uuid,
  folder_id     uuid,
  unread        boolean     not null,
  scrubbed_at   timestamptz not null,
  primary key (safe_id, document_id),
  foreign key (safe_id, category_id) references categories,
  foreign key (safe_id, folder_id) references folders
);
create index documents_by_date on documents (safe_id, added_at desc, document_id desc);
create index documents_by_category on documents (safe_id, category_id, added_at desc, document_id desc);
create index documents_by_size on documents (safe_id, size_bytes, document_id);
create index documents_unread on documents (safe_id, added_at desc, document_id desc) where unread;
create index documents_by_digest on documents (safe_id, digest_tag);
create index documents_to_scrub on documents (scrubbed_at);

-- What an upload in progress has reserved. The janitor takes back what an expired intent left.
-- The holder is the safe, or the employer while a deposit has not yet said whom it is for.
create table upload_intents (
  holder_id      uuid        not null,
  object_id      uuid        not null,
  reserved_bytes bigint      not null,
  expires_at     timestamptz not null,
  primary key (holder_id, object_id)
);
create index upload_intents_expiry on upload_intents (expires_at);

grant select, insert, update, delete on categories, folders, documents, upload_intents to perenne_app;
