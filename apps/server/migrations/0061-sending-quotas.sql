-- The addresses that a safe has written to, each as the keyed hash that recipients of shares have: those of the last
-- 24 hours are counted.
create table written_addresses (
  safe_id    uuid        not null references safes on delete cascade,
  email_tag  bytea       not null,
  written_at timestamptz not null,
  primary key (safe_id, email_tag)
);
create index written_addresses_by_time on written_addresses (safe_id, written_at);
grant select, insert, delete on written_addresses to perenne_app;

insert into written_addresses (safe_id, email_tag, written_at)
select r.safe_id, r.email_tag, min(s.created_at)
from share_recipients r
join shares s on s.safe_id = r.safe_id and s.share_id = r.share_id
where r.email_tag is not null
group by r.safe_id, r.email_tag;

-- The instants of the last SMS to a number, whoever has it written to, and of those that a safe has sent: `party_tag`
-- is a keyed hash of either.
create table sms_counts (
  party_tag     bytea         primary key,
  sent_at       timestamptz[] not null,
  counted_until timestamptz   not null
);
create index sms_counts_expiry on sms_counts (counted_until);
grant select, insert, update, delete on sms_counts to perenne_app;
