-- A passkey that signs in by itself names its credential and nobody: a keyed hash of that name finds the row. A passkey of
-- an earlier release gets its own when it is next used after a password.
alter table second_factors add column credential_tag bytea;
create unique index second_factors_by_credential on second_factors (credential_tag);
