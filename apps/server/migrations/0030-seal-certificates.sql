-- The certificates that ever sealed and their issuers, in PEM, so that what they sealed can be checked after they have
-- been replaced. `tag` is a keyed hash of both: it tells the rows of this installation from any other.
create table seal_certificates (
  kid          text        not null,
  tag          bytea       not null,
  certificate  text        not null,
  chain        text        not null,
  sealed_since timestamptz not null,
  primary key (kid, tag)
);
grant select, insert on seal_certificates to perenne_app;
