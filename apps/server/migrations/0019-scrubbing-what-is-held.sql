-- What only shares hold still is read and hashed again as all contents are; what was held before is looked at first.
alter table held_contents add column scrubbed_at timestamptz not null default '2000-01-01T00:00:00Z';
alter table held_contents alter column scrubbed_at drop default;
create index held_contents_to_scrub on held_contents (scrubbed_at);
