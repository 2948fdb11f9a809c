-- When the server found that a stored content is no longer what was deposited; null again once it is found whole.
alter table documents add column damaged_at timestamptz;

-- Few ever are: the operator's metric counts them, and a reading of one looks at all of it first.
create index documents_damaged on documents (safe_id) where damaged_at is not null;
