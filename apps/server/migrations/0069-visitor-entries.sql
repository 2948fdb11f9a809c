-- How often a recipient who comes from one client address has made an entry of the journal about a share or a document
-- of it: how many in the day that began at `since`, and the newest at `at`. The address is a keyed hash.
create table visitor_entries (
  safe_id      uuid        not null,
  share_id     uuid        not null,
  recipient_id uuid        not null,
  object_id    uuid        not null,
  address_tag  bytea       not null,
  entries      integer     not null,
  since        timestamptz not null,
  at           timestamptz not null,
  primary key (safe_id, share_id, recipient_id, object_id, address_tag),
  foreign key (safe_id, share_id, recipient_id) references share_recipients on delete cascade
);
create index visitor_entries_by_time on visitor_entries (at);
grant select, insert, update, delete on visitor_entries to perenne_app;
