-- As before, with fewer statements within: the head is made only where there is none yet. What is hashed is
-- what it was.
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
