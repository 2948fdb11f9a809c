-- Mailed and copied links are /p# and a reference of 128 bits, of which the database has a keyed hash. Shares and
-- requests from before have none until their link is asked for or mailed again.
alter table share_recipients add column reference_tag bytea unique;
alter table document_requests add column reference_tag bytea unique;
-- The scope that the link proposes; its token serves for both.
alter table block_links add column scope text not null default 'SENDER' check (scope in ('SENDER', 'ALL'));
