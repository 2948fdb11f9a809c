-- The invitations that a mailbox was sent in the last 24 hours, whoever the senders are: a keyed hash of the mailbox, and
-- the message, so that one which is tried again counts once.
create table received_invitations (
  mailbox_tag bytea       not null,
  message_id  uuid        not null,
  safe_id     uuid        not null references safes on delete cascade,
  sent_at     timestamptz not null,
  primary key (mailbox_tag, message_id)
);
create index received_invitations_by_time on received_invitations (sent_at);
create index received_invitations_by_safe on received_invitations (safe_id);
grant select, insert, delete on received_invitations to perenne_app;
