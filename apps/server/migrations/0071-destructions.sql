-- Documents that their owner has destroyed and that are too many for one request: out of the trash already, they wait
-- for the worker. A destruction ends, and its row with it, when the last of them is gone. A document that has come to
-- another safe by a merge names a destruction that is not there: it is destroyed as what is due.
create table destructions (
  safe_id        uuid        not null references safes on delete cascade,
  destruction_id uuid        not null,
  documents      integer     not null,
  sealed_address bytea       not null,
  created_at     timestamptz not null,
  primary key (safe_id, destruction_id)
);
grant select, insert, delete on destructions to perenne_app;
alter table documents add column destruction_id uuid;
create index documents_by_destruction on documents (safe_id, destruction_id) where destruction_id is not null;
