-- Documents that wait to be looked into, by safe. `asked` counts how often: who reads takes away what it knows of.
create table waiting_readings (
  safe_id     uuid        not null,
  document_id uuid        not null,
  asked       integer     not null default 1,
  tries       integer     not null default 0,
  held_until  timestamptz,
  primary key (safe_id, document_id)
);

-- Safes of which documents wait, the next first: one that had its turn goes behind the others. At most two processes
-- look into contents of one safe at once; each holds one of the two.
create table reading_turns (
  safe_id      uuid        primary key,
  next_at      timestamptz not null,
  first_until  timestamptz,
  second_until timestamptz
);
create index reading_turns_in_order on reading_turns (next_at);

grant select, insert, update, delete on waiting_readings, reading_turns to perenne_app;
