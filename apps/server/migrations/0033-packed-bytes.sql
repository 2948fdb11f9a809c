-- Many values of bytes travel as one, with the size of each: PostgreSQL takes several times as long to read the text of a
-- `bytea[]`. A null size is a null value.
create function cut_bytes(p_packed bytea, p_sizes integer[]) returns setof bytea
language plpgsql immutable strict set search_path = pg_catalog
as $$
declare
  start integer := 1;
  size integer;
begin
  foreach size in array p_sizes loop
    return next substring(p_packed from start for size);
    start := start + coalesce(size, 0);
  end loop;
end
$$;

drop function journal_reseal(uuid, bigint[], bytea[]);

-- Details of a closed journal under the key of its new reader.
create function journal_reseal(p_chapter_id uuid, p_seqs bigint[], p_packed bytea, p_sizes integer[]) returns void
language sql security definer set search_path = pg_catalog, public
as $$
  update public.journal_details d set sealed = n.sealed
  from rows from (unnest(p_seqs), public.cut_bytes(p_packed, p_sizes)) as n (seq, sealed)
  where d.safe_id = p_chapter_id and d.seq = n.seq
    and exists (select from public.journal_heads h where h.safe_id = p_chapter_id and h.closed_at is not null);
$$;

revoke all on function journal_reseal from public;
grant execute on function journal_reseal to perenne_app;

-- The key of a journal's details is its own, so that a merge gives it to the reader and opens none of them. Null in the
-- safe of an earlier release, whose details are sealed under the safe's key for values.
alter table safes add column sealed_journal_key bytea;

-- A small picture follows its document into another safe.
alter table thumbnails drop constraint thumbnails_safe_id_document_id_fkey;
alter table thumbnails add foreign key (safe_id, document_id) references documents on update cascade on delete cascade;
