-- How often a run was put back into the queue: a job of an earlier turn was left behind by a process that was lost.
alter table collector_runs add column turn integer not null default 0;
