-- A safe that was received by another leaves its journal as a closed chapter: nothing is appended any more.
alter table journal_heads add column closed_at timestamptz;

-- The chapters that a safe can read, under the identifier of the safe that wrote them. `sealed` holds the address that
-- signed in there and the number of its documents.
create table journal_chapters (
  safe_id    uuid        not null references safes on delete cascade,
  chapter_id uuid        not null unique,
  opened_at  timestamptz not null,
  closed_at  timestamptz not null,
  entries    bigint      not null,
  head       bytea       not null,
  sealed     bytea       not null,
  primary key (safe_id, chapter_id)
);
grant select, insert, update, delete on journal_chapters to perenne_app;

-- As before, and refused where the journal is closed. What is hashed is what it was.
create or replace function journal_append(
  p_safe_id uuid, p_entry_id uuid, p_at timestamptz, p_actor_kind text, p_actor_id uuid,
  p_action text, p_object_id uuid, p_result text, p_detail_hash bytea, p_sealed bytea
) returns table (entry_seq bigint, entry_hash bytea)
language plpgsql security definer set search_path = pg_catalog, public
as $$
declare
  head public.journal_heads%rowtype;
begin
  select * into head from public.journal_heads where safe_id = p_safe_id for update;
  if not found then
    insert into public.journal_heads (safe_id, seq, hash)
      values (p_safe_id, 0, decode(repeat('00', 32), 'hex'))
      on conflict (safe_id) do nothing;
    select * into head from public.journal_heads where safe_id = p_safe_id for update;
  end if;
  if head.closed_at is not null then
    raise exception 'this journal is closed' using errcode = 'PJ001';
  end if;
  entry_seq := head.seq + 1;
  entry_hash := sha256(head.hash || convert_to(concat_ws(E'\x1f',
    p_safe_id::text, entry_seq::text, p_entry_id::text, (extract(epoch from p_at) * 1000000)::bigint::text,
    p_actor_kind, coalesce(p_actor_id::text, ''), p_action, coalesce(p_object_id::text, ''),
    p_result, encode(p_detail_hash, 'hex')), 'UTF8'));
  insert into public.journal_entries
    values (p_safe_id, entry_seq, p_entry_id, p_at, p_actor_kind, p_actor_id, p_action, p_object_id,
            p_result, p_detail_hash, head.hash, entry_hash);
  if p_sealed is not null then
    insert into public.journal_details values (p_safe_id, entry_seq, p_sealed);
  end if;
  update public.journal_heads set seq = entry_seq, hash = entry_hash where safe_id = p_safe_id;
  return next;
end
$$;

-- Closes a journal for good, once: nothing where it is closed already.
create function journal_close(p_safe_id uuid, p_at timestamptz)
returns table (chapter_entries bigint, chapter_head bytea)
language sql security definer set search_path = pg_catalog, public
as $$
  update public.journal_heads set closed_at = p_at where safe_id = p_safe_id and closed_at is null
  returning seq, hash;
$$;

-- Seals the details of a closed journal for the safe that reads it from then on. The entries, which hold the hashes of
-- the details, stay as they are: other details than those that were hashed are found out.
create function journal_reseal(p_chapter_id uuid, p_seqs bigint[], p_sealed bytea[]) returns void
language sql security definer set search_path = pg_catalog, public
as $$
  update public.journal_details d set sealed = n.sealed
  from unnest(p_seqs, p_sealed) as n (seq, sealed)
  where d.safe_id = p_chapter_id and d.seq = n.seq
    and exists (select from public.journal_heads h where h.safe_id = p_chapter_id and h.closed_at is not null);
$$;

revoke all on function journal_close, journal_reseal from public;
grant execute on function journal_close, journal_reseal to perenne_app;
