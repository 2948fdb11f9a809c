-- What the installation itself keeps: its secrets, each wrapped by the root key.
create table system_secrets (
  purpose    text        not null,
  kid        text        not null,
  wrapped    bytea       not null,
  created_at timestamptz not null,
  primary key (purpose, kid)
);

-- A safe is a key. A waiting safe holds the deposits of someone who has not activated yet.
create table safes (
  safe_id          uuid        primary key,
  kind             text        not null check (kind in ('waiting', 'owned')),
  wrapped_key      bytea       not null,
  created_at       timestamptz not null,
  storage_limit    bigint      not null check (storage_limit >= 0),
  storage_used     bigint      not null default 0 check (storage_used >= 0),
  storage_reserved bigint      not null default 0 check (storage_reserved >= 0),
  document_count   integer     not null default 0 check (document_count >= 0)
);

-- The owner of a safe: one person, one safe, one identifier for both.
create table accounts (
  safe_id           uuid        primary key references safes,
  email_tag         bytea       not null unique,
  sealed_profile    bytea       not null,
  password_hash     text        not null,
  wrong_passwords   integer     not null default 0,
  email_verified_at timestamptz,
  terms_accepted_at timestamptz not null,
  created_at        timestamptz not null
);

create table sessions (
  safe_id      uuid        not null references accounts,
  session_id   uuid        not null,
  created_at   timestamptz not null,
  refreshed_at timestamptz not null,
  ends_at      timestamptz not null,
  closed_at    timestamptz,
  sealed_agent bytea       not null,
  primary key (safe_id, session_id)
);

-- Tokens that serve once: a row here is a token that has served.
create table spent_tokens (
  jti        uuid        primary key,
  expires_at timestamptz not null
);
create index spent_tokens_expiry on spent_tokens (expires_at);

-- One living code for a purpose and its owner; what is to be proved stands sealed beside it.
create table verification_codes (
  owner_tag      bytea       not null,
  purpose        text        not null,
  code_tag       bytea       not null,
  sealed_subject bytea       not null,
  expires_at     timestamptz not null,
  primary key (owner_tag, purpose)
);

-- How often an owner asked for codes and gave wrong ones: the row is locked while it is judged.
create table code_guards (
  owner_tag  bytea         not null,
  purpose    text          not null,
  requested  timestamptz[] not null default '{}',
  refused    timestamptz[] not null default '{}',
  refused_day timestamptz[] not null default '{}',
  primary key (owner_tag, purpose)
);

grant select, insert on system_secrets to perenne_app;
grant select, insert, update, delete on safes, accounts, sessions, verification_codes, code_guards to perenne_app;
grant select, insert, delete on spent_tokens to perenne_app;
