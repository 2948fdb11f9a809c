-- In which visit a document was read or downloaded: the rest of what was cut is told from a new reading.
alter table share_events add column visit_id uuid;
