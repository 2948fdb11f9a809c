-- The client address that began a sign-in through the federation (a keyed hash): one address may begin a number of them.
alter table federation_attempts add column client_tag bytea;
create index federation_attempts_by_client on federation_attempts (client_tag, expires_at);
