-- When an owner was last mailed that documents came from an employer, and up to which deposit.
create table arrival_notices (
  safe_id    uuid        primary key references safes on delete cascade,
  noticed_at timestamptz not null,
  up_to      timestamptz not null
);
grant select, insert, update on arrival_notices to perenne_app;

-- Deposits are written in the order of their times and never changed: this index costs a deposit nothing.
create index deposits_by_time on deposits using brin (deposited_at);
