-- What every deposit asks first, in one statement: the employee it is for, locked, the deposit of the same
-- document, and whether its key is its own. Each of the three sees what was committed while the one before
-- waited for a lock: together in a plain statement, they would see what was there before it.
create function open_deposit(
  p_employer_id uuid, p_number_tag bytea, p_deposit_tag bytea, p_key_tag bytea, p_request_tag bytea,
  p_deposit_id uuid, p_expires_at timestamptz, p_now timestamptz
) returns table (
  employee_id uuid, employee_state text, employee_safe_id uuid, accepted_since timestamptz, sealed_employer bytea,
  same_deposit_id uuid, same_document_id uuid, same_receipt bytea, same_journal_hash bytea, is_key_taken boolean
)
language plpgsql
as $$
begin
  select e.employee_id, e.state, e.safe_id, e.accepted_since, r.sealed
    into employee_id, employee_state, employee_safe_id, accepted_since, sealed_employer
    from employees e join employers r on r.employer_id = e.employer_id
    where e.employer_id = p_employer_id and e.number_tag = p_number_tag
    for no key update of e;
  select d.deposit_id, d.document_id, d.sealed_receipt, d.journal_hash
    into same_deposit_id, same_document_id, same_receipt, same_journal_hash
    from deposits d
    where d.employer_id = p_employer_id and d.deposit_tag = p_deposit_tag
    order by d.document_id is null limit 1;
  insert into deposit_keys as known (employer_id, key_tag, request_tag, deposit_id, expires_at)
    values (p_employer_id, p_key_tag, p_request_tag, coalesce(same_deposit_id, p_deposit_id), p_expires_at)
    on conflict (employer_id, key_tag) do update
      set request_tag = excluded.request_tag, deposit_id = excluded.deposit_id, expires_at = excluded.expires_at
      where known.expires_at <= p_now;
  is_key_taken := found;
  return next;
end
$$;

revoke all on function open_deposit from public;
grant execute on function open_deposit to perenne_app;
