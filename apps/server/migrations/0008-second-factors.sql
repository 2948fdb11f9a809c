-- What an owner is asked besides the password. `counter` never goes back: it is the last step of an
-- authenticator application whose code has served, or the signature count of a passkey.
create table second_factors (
  safe_id      uuid        not null references accounts on delete cascade,
  factor_id    uuid        not null,
  kind         text        not null check (kind in ('totp', 'passkey')),
  sealed       bytea       not null,
  counter      bigint      not null default 0,
  added_at     timestamptz not null,
  last_used_at timestamptz,
  primary key (safe_id, factor_id)
);
create unique index second_factors_totp on second_factors (safe_id) where kind = 'totp';

-- A secret or a challenge that waits for its owner to confirm it: the newest of each kind.
create table unconfirmed_factors (
  safe_id    uuid        not null references accounts on delete cascade,
  kind       text        not null check (kind in ('totp', 'passkey')),
  sealed     bytea       not null,
  expires_at timestamptz not null,
  primary key (safe_id, kind)
);

-- One row for each code that was made; one that has served keeps its row.
create table recovery_codes (
  safe_id  uuid        not null references accounts on delete cascade,
  code_tag bytea       not null,
  made_at  timestamptz not null,
  used_at  timestamptz,
  primary key (safe_id, code_tag)
);

-- Sign-ins whose password was right and whose second factor is awaited.
create table pending_sign_ins (
  safe_id     uuid        not null references accounts on delete cascade,
  sign_in_tag bytea       not null,
  sealed      bytea       not null,
  expires_at  timestamptz not null,
  primary key (safe_id, sign_in_tag)
);
create index pending_sign_ins_expiry on pending_sign_ins (expires_at);

grant select, insert, update, delete on second_factors, unconfirmed_factors, recovery_codes, pending_sign_ins to perenne_app;
