-- What an employer deposits again for the same month has the same succession, under the safe's own key;
-- what is no payslip is alone in its own. The night's job gives one to what was deposited before.
-- The day of the next reminder of an expiry stands as a hash under the installation's key: who knows
-- the day finds the rows, and who has the rows learns no day.
alter table documents
  add column succession_tag bytea,
  add column reminder_tag bytea;

create index documents_by_succession on documents (safe_id, succession_tag) where succession_tag is not null;
create index documents_without_succession on documents (safe_id) where added_by = 'company' and succession_tag is null;
create index documents_to_remind on documents (reminder_tag) where reminder_tag is not null;
create index documents_by_type on documents (safe_id, type_tag, added_at desc, document_id desc)
  where trashed_at is null;

-- The entry that an attestation names.
create index journal_entries_of_deposits on journal_entries (safe_id, object_id)
  where action in ('document.deposited', 'document.recovered');
