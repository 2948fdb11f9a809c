-- The entry of a receipt, beside what is sealed of it: it is not known before the deposit is journaled.
-- Receipts of before hold it themselves.
alter table deposits add column journal_hash bytea;
