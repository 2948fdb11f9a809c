-- The transaction that last changed a document's title, its place, or whether it is in the trash: whoever has seen the
-- documents of a safe in one snapshot finds what has changed since. By a trigger, since a change that was not noted
-- would leave a title where it is no more.
alter table documents add column changed_in xid8 not null default '0';

create function note_change() returns trigger
language plpgsql set search_path = pg_catalog
as $$
begin
  new.changed_in := pg_current_xact_id();
  return new;
end
$$;

create trigger documents_note_change
  before insert or update of safe_id, sealed, category_id, folder_id, trashed_at on documents
  for each row execute function note_change();

create index documents_by_change on documents (safe_id, changed_in);
