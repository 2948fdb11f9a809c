-- The end of validity that was read in the text of a document, sealed: for its owner to confirm where it is an
-- identity paper. Learnt and forgotten with the words of the content.
alter table documents add column read_expiry bytea;
