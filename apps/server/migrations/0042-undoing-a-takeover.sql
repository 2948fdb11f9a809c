-- The links that undo what somebody who has taken a safe over would do: a password that was replaced, a second factor
-- that was added. Each as a keyed hash; all of a safe that are as new as the one that serves end with it.
create table takeover_undos (
  token_tag  bytea       primary key,
  safe_id    uuid        not null references accounts on delete cascade,
  changed_at timestamptz not null,
  undo_until timestamptz not null
);
create index takeover_undos_of_safes on takeover_undos (safe_id);

-- After an undo the password opens nothing until a reset.
alter table accounts add column password_reset_required_at timestamptz;

grant select, insert, update, delete on takeover_undos to perenne_app;
