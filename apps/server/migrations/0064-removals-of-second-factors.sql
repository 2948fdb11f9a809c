-- The second factor of an owner that two operators are removing: one has asked, another confirms with the code that the
-- first was shown, the owner is told, and 72 hours later it goes. Operators are kept as keyed hashes of their names, code
-- and token as keyed hashes.
create table factor_removals (
  safe_id      uuid        primary key references accounts on delete cascade,
  asked_by_tag bytea       not null,
  code_tag     bytea       not null,
  wrong_codes  integer     not null default 0,
  asked_at     timestamptz not null,
  confirmed_at timestamptz,
  token_tag    bytea       unique,
  effective_at timestamptz
);
create index factor_removals_confirmed on factor_removals (confirmed_at) where confirmed_at is not null;
grant select, insert, update, delete on factor_removals to perenne_app;
