-- The uploads under way of a safe's owner, a link or a client address (`party_tag` is a keyed hash of it): each has
-- one of the party's numbered slots until it ends, or until `held_until` where its process died. Not logged: after a
-- crash of the database no upload is under way.
create unlogged table upload_slots (
  party_tag  bytea       not null,
  slot       smallint    not null,
  upload_id  uuid        not null,
  held_until timestamptz not null,
  primary key (party_tag, slot)
);
grant select, insert, update, delete on upload_slots to perenne_app;
