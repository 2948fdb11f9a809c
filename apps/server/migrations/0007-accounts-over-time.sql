-- A safe that its owner closes is destroyed at that instant; signing in until then cancels it.
-- An account of another version of the application signs in there.
alter table accounts
  add column closes_at timestamptz,
  add column other_version boolean not null default false;
create index accounts_to_close on accounts (closes_at) where closes_at is not null;

-- A change of the login: the address before it, and the hash of the token that undoes it.
create table email_changes (
  safe_id      uuid        not null references accounts,
  change_id    uuid        not null,
  token_tag    bytea       not null unique,
  sealed_email bytea       not null,
  -- When the address before was proved, if it was.
  verified_at  timestamptz,
  changed_at   timestamptz not null,
  undo_until   timestamptz not null,
  undone_at    timestamptz,
  primary key (safe_id, change_id)
);

-- The devices that an owner has signed in from, unreadable.
create table known_devices (
  safe_id      uuid        not null references accounts,
  device_tag   bytea       not null,
  last_seen_at timestamptz not null,
  primary key (safe_id, device_tag)
);

-- What happened of one kind, or at one time: the kind is what precedes the dot of an action.
create index journal_entries_by_kind on journal_entries (safe_id, split_part(action, '.', 1), at, seq);

grant select, insert, update, delete on email_changes, known_devices to perenne_app;
