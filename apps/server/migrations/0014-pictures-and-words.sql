-- What is found by its words: tags, under the safe's index key, of the beginnings of words. Those of the title are
-- always there, those of the content only where its owner agreed; null where they have not been made.
-- `has_thumbnail` is null until the document has been looked at.
alter table documents
  add column title_tags bigint[],
  add column content_tags bigint[],
  add column has_thumbnail boolean;
alter table documents alter column content_tags set storage external;

-- Both in one index, so that words of either are found together. The safe stands in front as an array of one,
-- which GIN takes without an extension. Without statistics of tags, the planner never reads a safe's rows instead.
create index documents_by_words on documents using gin ((array[safe_id]), (title_tags || content_tags))
  with (gin_pending_list_limit = 512);
alter index documents_by_words alter column 2 set statistics 0;
create index documents_without_tags on documents (safe_id, document_id) where title_tags is null;

-- The small picture of a document, sealed under the safe's key, in the row: it is destroyed with the document, in one
-- transaction, and is smaller than what an object of its own costs.
create table thumbnails (
  safe_id     uuid  not null,
  document_id uuid  not null,
  sealed      bytea not null,
  primary key (safe_id, document_id),
  foreign key (safe_id, document_id) references documents on delete cascade
);
alter table thumbnails alter column sealed set storage external;

-- Who agreed that contents are read to be found by their words. No row, no reading.
create table content_readings (
  safe_id uuid        primary key references safes on delete cascade,
  since   timestamptz not null
);

grant select, insert, update, delete on thumbnails, content_readings to perenne_app;
