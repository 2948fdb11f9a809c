-- A sign-in through the federation that a browser has begun, with what it is checked by when it comes
-- back: gone with the first answer.
create table federation_attempts (
  state_tag   bytea       primary key,
  browser_tag bytea       not null,
  sealed      bytea       not null,
  expires_at  timestamptz not null
);
create index federation_attempts_expiry on federation_attempts (expires_at);

-- Who has come back from the federation to a browser: what a safe is linked by, and for minutes only.
-- The tag of the identity tells which of them end with the sessions of a safe.
create table federation_returns (
  browser_tag  bytea       primary key,
  identity_tag bytea       not null,
  sealed       bytea       not null,
  expires_at   timestamptz not null
);
create index federation_returns_expiry on federation_returns (expires_at);
create index federation_returns_by_identity on federation_returns (identity_tag);

-- Someone whom the federation knows and an employer waits for: for a not-activated token first, then
-- for the activation token that it gave.
create table federation_newcomers (
  newcomer_id uuid        primary key,
  sealed      bytea       not null,
  expires_at  timestamptz not null
);
create index federation_newcomers_expiry on federation_newcomers (expires_at);

-- One identity for a safe, one safe for an identity: the tag is of its issuer and its subject.
create table federated_identities (
  safe_id      uuid        primary key references accounts on delete cascade,
  identity_tag bytea       not null unique,
  sealed       bytea       not null,
  linked_at    timestamptz not null
);

-- What ends the federation's own session, beside ours.
create table federated_sessions (
  safe_id         uuid        not null,
  session_id      uuid        not null,
  sealed_id_token bytea       not null,
  signed_in_at    timestamptz not null,
  primary key (safe_id, session_id),
  foreign key (safe_id, session_id) references sessions on delete cascade
);

grant select, insert, update, delete on
  federation_attempts, federation_returns, federation_newcomers, federated_identities, federated_sessions
  to perenne_app;
