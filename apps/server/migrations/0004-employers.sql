-- An employer's tables begin with the employer as a safe's begin with the safe.
create table employers (
  employer_id        uuid        primary key,
  client_id          text        not null unique,
  client_secret_hash bytea       not null,
  sealed             bytea       not null,
  refusal_disabled   boolean     not null default false,
  created_at         timestamptz not null
);

-- E-mail domains of an employer, forbidden as a login of its employees.
create table employer_domains (
  employer_id uuid  not null references employers,
  domain_tag  bytea not null,
  primary key (employer_id, domain_tag)
);

create table employees (
  employer_id     uuid        not null references employers,
  employee_id     uuid        not null,
  number_tag      bytea       not null,
  content_tag     bytea       not null,
  sealed          bytea       not null,
  state           text        not null default 'pending' check (state in ('pending', 'activated', 'refused')),
  -- The safe that the employer's deposits go to: a waiting one, then the owner's.
  safe_id         uuid        references safes,
  accepted_since  timestamptz,
  code_tag        bytea       unique,
  code_expires_at timestamptz,
  -- Last name and birth date: who asks for a code again.
  person_tag      bytea       not null,
  created_at      timestamptz not null,
  primary key (employer_id, employee_id),
  unique (employer_id, number_tag)
);
create index employees_by_safe on employees (safe_id);
create index employees_by_person on employees (person_tag);

create table deposits (
  employer_id   uuid        not null references employers,
  deposit_id    uuid        not null,
  employee_id   uuid        not null,
  deposit_tag   bytea       not null,
  document_id   uuid,
  sealed_receipt bytea      not null,
  deposited_at  timestamptz not null,
  primary key (employer_id, deposit_id),
  unique (employer_id, deposit_tag)
);

-- A key belongs to one request, and is written with the deposit that the request made or found: a
-- request that failed, or whose process died, leaves no key behind.
create table deposit_keys (
  employer_id uuid        not null references employers,
  key_tag     bytea       not null,
  request_tag bytea       not null,
  deposit_id  uuid        not null,
  expires_at  timestamptz not null,
  primary key (employer_id, key_tag)
);
create index deposit_keys_expiry on deposit_keys (expires_at);

-- What waits for an owner: the documents of `from_safe_id` move to `safe_id`, a batch at a time.
create table recoveries (
  safe_id      uuid        not null references safes,
  from_safe_id uuid        not null references safes,
  total        integer     not null,
  recovered    integer     not null default 0,
  state        text        not null default 'running' check (state in ('running', 'done')),
  started_at   timestamptz not null,
  primary key (safe_id, from_safe_id)
);

grant select, insert, update, delete on employers, employer_domains, employees, deposits, deposit_keys, recoveries to perenne_app;
