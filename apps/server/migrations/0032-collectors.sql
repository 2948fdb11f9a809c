-- Accounts at partners, from which documents come by themselves. Their names and credentials are sealed under the
-- safe's key. A collector is in one of four states, and changes by `update … where status = …`.
create table collectors (
  safe_id              uuid        not null references safes on delete cascade,
  collector_id         uuid        not null,
  agent_id             text        not null,
  -- A keyed hash of the agent and of all that is no secret: the same account is not connected twice.
  account_tag          bytea       not null,
  sealed               bytea       not null,
  sealed_credentials   bytea       not null,
  -- What the last run had to remember for the next.
  sealed_memory        bytea,
  category_id          uuid,
  status               text        not null check (status in ('ENABLED', 'DISABLED', 'BLOCKED', 'SYNCHRONIZING')),
  -- Of the collector that synchronizes, and of no other.
  run_id               uuid        check ((run_id is not null) = (status = 'SYNCHRONIZING')),
  alert                text,
  alert_since          timestamptz check ((alert_since is not null) = (alert is not null)),
  retry_at             timestamptz,
  -- Runs in a row that ended before their end: all of them, and those for no cause of the partner's.
  failures             integer     not null default 0,
  faults               integer     not null default 0,
  new_documents        integer     not null default 0,
  last_synchronised_at timestamptz,
  next_at              timestamptz check ((next_at is not null) = (status = 'ENABLED')),
  by_hand_at           timestamptz,
  created_at           timestamptz not null,
  primary key (safe_id, collector_id),
  unique (safe_id, account_tag)
);
-- What is due is looked for over all safes.
create index collectors_due on collectors (next_at, safe_id, collector_id) where next_at is not null;
create index collectors_of_agent on collectors (agent_id, created_at);

-- A run is taken once: a second taking tells that the first was lost.
create table collector_runs (
  safe_id        uuid        not null,
  run_id         uuid        not null,
  collector_id   uuid        not null,
  started_at     timestamptz not null,
  taken          integer     not null default 0,
  ended_at       timestamptz,
  result         text        not null default 'RUNNING',
  new_documents  integer     not null default 0,
  sealed_skipped bytea,
  primary key (safe_id, run_id),
  foreign key (safe_id, collector_id) references collectors on delete cascade
);
create index collector_runs_of on collector_runs (safe_id, collector_id, run_id);
create index collector_runs_under_way on collector_runs (started_at) where ended_at is null;

-- The code that a partner has sent: it goes, sealed, from the process that is given it to the one that waits for it.
create table collector_codes (
  safe_id       uuid          not null,
  collector_id  uuid          not null,
  run_id        uuid          not null,
  state         text          not null check (state in ('AWAITED', 'GIVEN', 'RESEND', 'TAKEN')),
  expires_at    timestamptz   not null,
  can_resend_at timestamptz   not null,
  wrong         integer       not null default 0,
  -- Whether the last one that was given was wrong.
  is_after_wrong boolean      not null default false,
  sealed_code   bytea,
  -- When another one was asked for, in the last hour.
  resent        timestamptz[] not null default '{}',
  primary key (safe_id, collector_id),
  foreign key (safe_id, collector_id) references collectors on delete cascade
);

-- What has come, by a keyed hash of the partner's own name for it; without a document, what was skipped for good.
create table collector_documents (
  safe_id      uuid  not null references safes on delete cascade,
  identity_tag bytea not null,
  collector_id uuid  not null,
  document_id  uuid,
  primary key (safe_id, identity_tag)
);
create index collector_documents_of on collector_documents (safe_id, collector_id);
create index documents_collected on documents (safe_id, origin_id) where added_by = 'collector';

-- Of each partner: what the operator says of it, whether it fails for everybody, and what became of all its runs.
create table collector_agents (
  agent_id     text        primary key,
  word         text        check (word in ('IN_MAINTENANCE', 'UNAVAILABLE', 'ZOMBIE')),
  word_since   timestamptz,
  broken_since timestamptz,
  trial_at     timestamptz,
  last_run_at  timestamptz,
  -- Since its first run, or since it was set going again.
  open_since   timestamptz
);
create table collector_agent_failures (
  agent_id     text        not null,
  safe_id      uuid        not null,
  collector_id uuid        not null,
  failed_at    timestamptz not null,
  primary key (agent_id, safe_id, collector_id),
  foreign key (safe_id, collector_id) references collectors on delete cascade
);
create index collector_agent_failures_of on collector_agent_failures (safe_id, collector_id);
create table collector_results (
  agent_id text   not null,
  result   text   not null,
  runs     bigint not null,
  primary key (agent_id, result)
);

grant select, insert, update, delete on
  collectors, collector_runs, collector_codes, collector_documents,
  collector_agents, collector_agent_failures, collector_results
to perenne_app;
