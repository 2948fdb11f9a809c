-- The room that an upload in parts has in its safe: what has come, and a megabyte ahead. Until now it was all of
-- `length_bytes`, which those under way keep.
alter table resumable_uploads add column reserved_bytes bigint not null default 0 check (reserved_bytes >= 0);
update resumable_uploads set reserved_bytes = length_bytes where document_id is null;
