-- The link of the mail that brings a reset code, as a keyed hash: it serves once. `fingerprint` is a keyed hash of the
-- password and the address that it is to replace, so that it dies with either.
create table reset_links (
  token_tag   bytea       primary key,
  safe_id     uuid        not null references accounts on delete cascade,
  fingerprint text        not null,
  expires_at  timestamptz not null
);
create index reset_links_of_safes on reset_links (safe_id);

grant select, insert, update, delete on reset_links to perenne_app;
