-- The trash. What was deleted by itself has no `trashed_with`; what went with a folder has that of the
-- folder, and so has the folder. Places stay: that is where it goes back to.
alter table folders
  add column trashed_at timestamptz,
  add column trashed_with uuid,
  add check ((trashed_at is null) = (trashed_with is null)),
  drop constraint folders_safe_id_category_id_parent_id_name_tag_key;
alter table documents
  add column trashed_at timestamptz,
  add column trashed_with uuid,
  add check (trashed_at is not null or trashed_with is null);

-- A name in the trash is free.
create unique index folders_by_name on folders (safe_id, category_id, parent_id, name_tag)
  nulls not distinct where trashed_at is null;
create index folders_by_parent on folders (safe_id, parent_id) where parent_id is not null;

-- Lists pay nothing for what is in the trash.
drop index documents_by_date, documents_by_category, documents_by_size, documents_unread;
create index documents_by_date on documents (safe_id, added_at desc, document_id desc) where trashed_at is null;
create index documents_by_category on documents (safe_id, category_id, added_at desc, document_id desc)
  where trashed_at is null;
create index documents_by_size on documents (safe_id, size_bytes, document_id) where trashed_at is null;
create index documents_unread on documents (safe_id, added_at desc, document_id desc)
  where unread and trashed_at is null;
-- Of all: what is in a folder follows it, and keeps it from being forgotten.
create index documents_by_folder on documents (safe_id, folder_id, added_at desc, document_id desc)
  where folder_id is not null;

create index documents_in_trash on documents (safe_id, trashed_at desc, document_id desc)
  where trashed_at is not null and trashed_with is null;
create index documents_to_empty on documents (trashed_at) where trashed_at is not null;
create index folders_to_empty on folders (trashed_at) where trashed_at is not null;
