-- The journal of a safe: append-only and hash-chained. The application's role may read it and call
-- journal_append; it may neither write, change nor empty the table.
create table journal_entries (
  safe_id     uuid        not null,
  seq         bigint      not null,
  entry_id    uuid        not null,
  at          timestamptz not null,
  actor_kind  text        not null,
  actor_id    uuid,
  action      text        not null,
  object_id   uuid,
  result      text        not null check (result in ('done', 'refused')),
  detail_hash bytea       not null,
  prev_hash   bytea       not null,
  hash        bytea       not null,
  primary key (safe_id, seq)
);

-- Personal details, sealed; the entry holds only a salted hash of them, so that they can be erased
-- without breaking the chain.
create table journal_details (
  safe_id uuid   not null,
  seq     bigint not null,
  sealed  bytea  not null,
  primary key (safe_id, seq)
);

create table journal_heads (
  safe_id uuid   primary key,
  seq     bigint not null,
  hash    bytea  not null
);

-- hash = SHA-256(prev_hash || text of the entry), the text being its values joined by the unit
-- separator (0x1F), absent values empty, the instant in microseconds since 1970, hashes in hex.
-- What is hashed is read from this function alone: docs/security.md says it again for auditors.
create function journal_append(
  p_safe_id uuid, p_entry_id uuid, p_at timestamptz, p_actor_kind text, p_actor_id uuid,
  p_action text, p_object_id uuid, p_result text, p_detail_hash bytea, p_sealed bytea
) returns table (entry_seq bigint, entry_hash bytea)
language plpgsql security definer set search_path = pg_catalog, public
as $$
declare
  head public.journal_heads%rowtype;
  next_hash bytea;
begin
  insert into public.journal_heads (safe_id, seq, hash)
    values (p_safe_id, 0, decode(repeat('00', 32), 'hex'))
    on conflict (safe_id) do nothing;
  select * into head from public.journal_heads where safe_id = p_safe_id for update;
  next_hash := sha256(head.hash || convert_to(concat_ws(E'\x1f',
    p_safe_id::text, (head.seq + 1)::text, p_entry_id::text, (extract(epoch from p_at) * 1000000)::bigint::text,
    p_actor_kind, coalesce(p_actor_id::text, ''), p_action, coalesce(p_object_id::text, ''),
    p_result, encode(p_detail_hash, 'hex')), 'UTF8'));
  insert into public.journal_entries
    values (p_safe_id, head.seq + 1, p_entry_id, p_at, p_actor_kind, p_actor_id, p_action, p_object_id,
            p_result, p_detail_hash, head.hash, next_hash);
  if p_sealed is not null then
    insert into public.journal_details values (p_safe_id, head.seq + 1, p_sealed);
  end if;
  update public.journal_heads set seq = head.seq + 1, hash = next_hash where safe_id = p_safe_id;
  return query select head.seq + 1, next_hash;
end
$$;

revoke all on function journal_append from public;
grant execute on function journal_append to perenne_app;
grant select on journal_entries, journal_heads, journal_details to perenne_app;
