-- Entries stand in the order of their times, and the heads of all journals are gathered in one log (RFC 6962).

-- `at` is the time of the last entry: the next one is never before it. `logged` turns false with each entry, so that a
-- checkpoint looks at the journals that changed and at no others.
alter table journal_heads
  add column at     timestamptz not null default '-infinity',
  add column logged boolean     not null default false;
update journal_heads h set at = e.at
from (select safe_id, max(at) as at from journal_entries group by safe_id) e where e.safe_id = h.safe_id;
alter table journal_heads alter column at drop default;
create index journal_heads_to_log on journal_heads (safe_id) where not logged;

-- As before, but that the time is taken under the lock of the head. It is told, since it is hashed.
drop function journal_append;
create function journal_append(
  p_safe_id uuid, p_entry_id uuid, p_at timestamptz, p_actor_kind text, p_actor_id uuid,
  p_action text, p_object_id uuid, p_result text, p_detail_hash bytea, p_sealed bytea
) returns table (entry_seq bigint, entry_hash bytea, entry_at timestamptz)
language plpgsql security definer set search_path = pg_catalog, public
as $$
declare
  head public.journal_heads%rowtype;
begin
  select * into head from public.journal_heads where safe_id = p_safe_id for update;
  if not found then
    insert into public.journal_heads (safe_id, seq, hash, at)
      values (p_safe_id, 0, decode(repeat('00', 32), 'hex'), p_at)
      on conflict (safe_id) do nothing;
    select * into head from public.journal_heads where safe_id = p_safe_id for update;
  end if;
  if head.closed_at is not null then
    raise exception 'this journal is closed' using errcode = 'PJ001';
  end if;
  entry_seq := head.seq + 1;
  entry_at := greatest(p_at, head.at);
  entry_hash := sha256(head.hash || convert_to(concat_ws(E'\x1f',
    p_safe_id::text, entry_seq::text, p_entry_id::text, (extract(epoch from entry_at) * 1000000)::bigint::text,
    p_actor_kind, coalesce(p_actor_id::text, ''), p_action, coalesce(p_object_id::text, ''),
    p_result, encode(p_detail_hash, 'hex')), 'UTF8'));
  insert into public.journal_entries
    values (p_safe_id, entry_seq, p_entry_id, entry_at, p_actor_kind, p_actor_id, p_action, p_object_id,
            p_result, p_detail_hash, head.hash, entry_hash);
  if p_sealed is not null then
    insert into public.journal_details values (p_safe_id, entry_seq, p_sealed);
  end if;
  update public.journal_heads set seq = entry_seq, hash = entry_hash, at = entry_at, logged = false
    where safe_id = p_safe_id;
  return next;
end
$$;
revoke all on function journal_append from public;
grant execute on function journal_append to perenne_app;

-- The leaves, in their order: the heads of journals, and every 32nd entry of one that grew by more.
create table evidence_leaves (
  leaf_index   bigint primary key,
  journal_id   uuid   not null,
  seq          bigint not null,
  head         bytea  not null,
  checkpoint_n bigint not null,
  unique (journal_id, seq)
);

-- The complete subtrees of two leaves and more: level 1 covers 2 leaves, level 2 covers 4. No node ever changes.
create table evidence_nodes (
  level    smallint not null,
  position bigint   not null,
  hash     bytea    not null,
  primary key (level, position)
);

create table evidence_checkpoints (
  n               bigint      primary key,
  size            bigint      not null,
  root            bytea       not null,
  previous        bytea,
  at              timestamptz not null,
  kid             text        not null,
  signature       bytea       not null,
  timestamp_token bytea,
  timestamped_at  timestamptz
);
create index evidence_checkpoints_unstamped on evidence_checkpoints (n) where timestamp_token is null;

-- The application's role adds, and neither changes nor removes.
grant select, insert on evidence_leaves, evidence_nodes, evidence_checkpoints to perenne_app;

-- The timestamp of a checkpoint, once.
create function evidence_stamp(p_n bigint, p_token bytea, p_at timestamptz) returns void
language sql security definer set search_path = pg_catalog, public
as $$
  update public.evidence_checkpoints set timestamp_token = p_token, timestamped_at = p_at
  where n = p_n and timestamp_token is null;
$$;

-- Marks the heads that have their leaf. One that is growing at this instant waits for the next time: no journal waits
-- for a checkpoint. Each leaf is looked up by itself: a join might read the whole log.
create function evidence_mark_logged() returns void
language sql security definer set search_path = pg_catalog, public
as $$
  update public.journal_heads h set logged = true
  from (
    select j.safe_id from public.journal_heads j
    where not j.logged and j.hash =
      (select l.head from public.evidence_leaves l where l.journal_id = j.safe_id and l.seq = j.seq)
    for update of j skip locked
  ) free
  where h.safe_id = free.safe_id;
$$;

revoke all on function evidence_stamp, evidence_mark_logged from public;
grant execute on function evidence_stamp, evidence_mark_logged to perenne_app;
