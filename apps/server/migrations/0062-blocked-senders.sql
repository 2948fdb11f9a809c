-- The links of invitations by which their recipients ask never to be written to again: the token as a keyed hash, the
-- address as a keyed hash that serves for nothing else. A link outlives the safe that sent it.
create table block_links (
  token_tag  bytea       primary key,
  safe_id    uuid        not null,
  block_tag  bytea       not null,
  expires_at timestamptz not null
);
create index block_links_of_safes on block_links (safe_id);
create index block_links_expiry on block_links (expires_at);
grant select, insert, update, delete on block_links to perenne_app;

-- The safes that write to an address no more.
create table blocked_senders (
  safe_id    uuid        not null references safes on delete cascade,
  block_tag  bytea       not null,
  blocked_at timestamptz not null,
  primary key (safe_id, block_tag)
);
grant select, insert, delete on blocked_senders to perenne_app;

-- The addresses that no safe writes to.
create table closed_addresses (
  block_tag  bytea       primary key,
  blocked_at timestamptz not null
);
grant select, insert, delete on closed_addresses to perenne_app;
