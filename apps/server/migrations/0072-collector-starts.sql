-- How many visits the owner of a safe has begun by hand since an instant: so many in an hour are allowed, whichever
-- collectors they are of.
create table collector_starts (
  safe_id uuid        primary key references safes on delete cascade,
  since   timestamptz not null,
  started integer     not null
);
grant select, insert, update on collector_starts to perenne_app;

-- Two collectors may be of one account: each remembers for itself what it brought.
alter table collector_documents
  drop constraint collector_documents_pkey,
  add primary key (safe_id, identity_tag, collector_id);
