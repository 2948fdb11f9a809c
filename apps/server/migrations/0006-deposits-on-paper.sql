-- What went on paper may still be delivered once its employee accepts: a document is one deposit of
-- each kind at most. On paper there is no document.
alter table deposits drop constraint deposits_employer_id_deposit_tag_key;
create unique index deposits_by_tag on deposits (employer_id, deposit_tag, (document_id is null));
