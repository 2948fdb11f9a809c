-- Wrong passwords close the way by password for browsers that never signed in (`accounts.wrong_passwords`). A browser
-- that did has a count of its own.
create table known_browser_tries (
  safe_id         uuid        not null references accounts on delete cascade,
  browser_tag     bytea       not null,
  wrong_passwords int         not null,
  last_tried_at   timestamptz not null,
  primary key (safe_id, browser_tag)
);

-- When the owner was last mailed that a way is closed.
alter table accounts add column lock_told_at timestamptz;

-- The link of that mail, as a keyed hash: it serves once.
create table unlock_links (
  token_tag  bytea       primary key,
  safe_id    uuid        not null references accounts on delete cascade,
  expires_at timestamptz not null
);
create index unlock_links_of_safes on unlock_links (safe_id);

grant select, insert, update, delete on known_browser_tries, unlock_links to perenne_app;
