-- The personal address that someone has proved in the middle of an activation: it belongs to the
-- token under which it was proved, and to no other activation.
create table activation_proofs (
  token_id     uuid        primary key,
  sealed_email bytea       not null,
  expires_at   timestamptz not null
);
create index activation_proofs_expiry on activation_proofs (expires_at);

grant select, insert, update, delete on activation_proofs to perenne_app;
