-- Timestamps are renewed before their certificates and digests end (RFC 4998).

-- What the timestamp of a checkpoint rests on, once it has been checked: the certificate of its chain that ends first,
-- and its digests, that of what it stamps first.
create table evidence_stamps (
  n       bigint      primary key references evidence_checkpoints (n),
  ends_at timestamptz not null,
  digests text[]      not null
);
create index evidence_stamps_by_end on evidence_stamps (ends_at);

-- One timestamp over the root of a hash tree renews many: either each timestamp before it (TIMESTAMP), or the bytes of
-- checkpoints and all their timestamps by another digest (HASH_TREE).
create table evidence_renewals (
  renewal   bigint      primary key,
  kind      text        not null check (kind in ('TIMESTAMP', 'HASH_TREE')),
  algorithm text        not null,
  token     bytea       not null,
  at        timestamptz not null,
  ends_at   timestamptz not null,
  digests   text[]      not null
);

-- The nodes of its hash tree; the leaves are of level 0.
create table evidence_renewal_nodes (
  renewal  bigint   not null references evidence_renewals (renewal),
  level    smallint not null,
  position integer  not null,
  hash     bytea    not null,
  primary key (renewal, level, position)
);

-- Whose leaves these are: of checkpoints, and of earlier renewals, which many checkpoints share. A renewal is renewed
-- by one timestamp at most.
create table evidence_renewed_checkpoints (
  n        bigint  not null references evidence_checkpoints (n),
  renewal  bigint  not null references evidence_renewals (renewal),
  position integer not null,
  primary key (n, renewal)
);
create table evidence_renewed_renewals (
  earlier  bigint  primary key references evidence_renewals (renewal),
  renewal  bigint  not null references evidence_renewals (renewal),
  position integer not null
);

-- When a digest is relied on no more, by the operator's word. The latest word holds.
create table evidence_digest_ends (
  algorithm  text        not null,
  decided_at timestamptz not null,
  ends_at    timestamptz not null,
  primary key (algorithm, decided_at)
);

-- The application's role adds, and neither changes nor removes.
grant select, insert on evidence_stamps, evidence_renewals, evidence_renewal_nodes, evidence_renewed_checkpoints,
  evidence_renewed_renewals, evidence_digest_ends to perenne_app;
