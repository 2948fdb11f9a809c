-- What a visit has taken already is looked up at each later part of a download.
create index share_events_of_visits on share_events (safe_id, share_id, visit_id) where visit_id is not null;
