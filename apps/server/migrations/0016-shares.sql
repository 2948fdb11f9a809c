-- What keeps contents readable although their documents are destroyed: a share that lives. Released, it keeps
-- nothing any more, and tells what it kept.
create table content_holds (
  safe_id     uuid        not null references safes on delete cascade,
  holder_id   uuid        not null,
  document_id uuid        not null,
  position    integer     not null,
  released_at timestamptz,
  primary key (safe_id, holder_id, document_id)
);
create index content_holds_by_document on content_holds (safe_id, document_id) where released_at is null;

-- The rows of documents that were destroyed while something held them: with the last hold they go.
create table held_contents (
  safe_id     uuid        not null references safes on delete cascade,
  document_id uuid        not null,
  object_id   uuid        not null,
  header      bytea       not null,
  sealed      bytea       not null,
  size_bytes  bigint      not null check (size_bytes >= 0),
  added_at    timestamptz not null,
  primary key (safe_id, document_id)
);

-- A share. `sealed` holds its title, message, sender and purpose. A deleted one is kept until its links would have
-- ended, so that who follows them is told.
create table shares (
  safe_id         uuid        not null references safes on delete cascade,
  share_id        uuid        not null,
  mode            text        not null check (mode in ('EMAIL', 'LINK')),
  sealed          bytea       not null,
  state           text        not null default 'active' check (state in ('active', 'expired', 'deleted')),
  document_count  integer     not null check (document_count > 0),
  security_tag    bytea,
  created_at      timestamptz not null,
  expires_at      timestamptz not null,
  first_opened_at timestamptz,
  -- When its owner is to be told of its end.
  notice_at       timestamptz,
  sent_again      timestamptz[] not null default '{}',
  primary key (safe_id, share_id)
);
create index shares_by_date on shares (safe_id, created_at desc, share_id desc) where state <> 'deleted';
create index shares_to_expire on shares (expires_at) where state = 'active';
create index shares_to_notice on shares (notice_at) where state = 'active' and notice_at is not null;
create index shares_to_forget on shares (expires_at) where state = 'deleted';

-- Who may open a share; of a link, the one who holds it. A visitor is found by the keyed hashes of what was proved,
-- whoever the sender. `link_id` is in the link: a new one ends the link before.
create table share_recipients (
  safe_id         uuid        not null,
  share_id        uuid        not null,
  recipient_id    uuid        not null,
  position        integer     not null,
  sealed          bytea       not null,
  email_tag       bytea,
  phone_tag       bytea,
  link_id         uuid        not null,
  delivery        text        not null check (delivery in ('QUEUED', 'SENT', 'FAILED')),
  message_id      uuid        not null,
  code_mode       text        check (code_mode in ('EMAIL', 'SMS')),
  first_opened_at timestamptz,
  last_opened_at  timestamptz,
  read_at         timestamptz,
  primary key (safe_id, share_id, recipient_id),
  foreign key (safe_id, share_id) references shares on delete cascade
);
create unique index share_recipients_by_link on share_recipients (safe_id, link_id);
create index share_recipients_by_email on share_recipients (email_tag) where email_tag is not null;

-- What a visitor has proved, for the life of a sharing token.
create table sharing_visits (
  safe_id      uuid        not null,
  visit_id     uuid        not null,
  share_id     uuid        not null,
  recipient_id uuid        not null,
  link_id      uuid        not null,
  proof        text        not null check (proof in ('EMAIL', 'SMS', 'LINK')),
  email_tag    bytea,
  phone_tag    bytea,
  ends_at      timestamptz not null,
  primary key (safe_id, visit_id),
  foreign key (safe_id, share_id, recipient_id) references share_recipients on delete cascade
);
create index sharing_visits_expiry on sharing_visits (ends_at);

-- Who did what with a share.
create table share_events (
  safe_id      uuid        not null,
  share_id     uuid        not null,
  event_id     uuid        not null,
  recipient_id uuid        not null,
  kind         text        not null check (kind in ('OPENED', 'MARKED_AS_READ', 'READ', 'DOWNLOADED')),
  document_id  uuid,
  at           timestamptz not null,
  primary key (safe_id, share_id, event_id),
  foreign key (safe_id, share_id) references shares on delete cascade
);

grant select, insert, update, delete on
  content_holds, held_contents, shares, share_recipients, sharing_visits, share_events
  to perenne_app;
