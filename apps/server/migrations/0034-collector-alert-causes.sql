-- Why a collector is blocked, where its alert alone does not say it: what its owner reads depends on it.
alter table collectors add column alert_cause text;
