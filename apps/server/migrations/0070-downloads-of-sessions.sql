-- The session that has taken bytes of an archive last: ranges that it asks for later are the same download.
alter table exports drop column downloaded_at, add column downloaded_session uuid;
