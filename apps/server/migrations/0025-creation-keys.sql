-- What was created under an `Idempotency-Key` is found by it: a creation that comes again makes nothing. Both columns
-- are keyed hashes: of the key, and of the request that came under it.
alter table shares add column key_tag bytea, add column request_tag bytea;
create unique index shares_by_key on shares (safe_id, key_tag) where key_tag is not null;

alter table document_requests add column key_tag bytea, add column request_tag bytea;
create unique index document_requests_by_key on document_requests (safe_id, key_tag) where key_tag is not null;
