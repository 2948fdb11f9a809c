-- Browsers in which a recipient was proved, or a link opened: a keyed hash of both. The counts of all askers together
-- refuse them nothing.
create table known_visitors (
  visitor_tag bytea       primary key,
  known_until timestamptz not null
);
create index known_visitors_expiry on known_visitors (known_until);
grant select, insert, update, delete on known_visitors to perenne_app;

-- A code belongs to who asked for it, and so does its way: nobody else changes it.
alter table share_recipients drop column code_mode;
