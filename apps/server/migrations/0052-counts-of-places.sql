-- How many documents are in a folder itself, and in a category with its folders; documents in the trash are in neither.
-- Kept as the count of the safe is: by the statements that change places, which hold the row of the safe.
alter table categories add column document_count integer not null default 0 check (document_count >= 0);
alter table folders add column document_count integer not null default 0 check (document_count >= 0);

update categories c set document_count = n.held
from (
  select safe_id, category_id, count(*) as held from documents
  where trashed_at is null and category_id is not null group by safe_id, category_id
) n
where c.safe_id = n.safe_id and c.category_id = n.category_id;

update folders f set document_count = n.held
from (
  select safe_id, folder_id, count(*) as held from documents
  where trashed_at is null and folder_id is not null group by safe_id, folder_id
) n
where f.safe_id = n.safe_id and f.folder_id = n.folder_id;

-- The pages of a folder pay nothing for what is in the trash.
drop index documents_by_folder;
create index documents_by_folder on documents (safe_id, folder_id, added_at desc, document_id desc)
  where folder_id is not null and trashed_at is null;
-- All documents of a folder, those in the trash too: they follow it, and keep it from being forgotten.
create index documents_following on documents (safe_id, folder_id) where folder_id is not null;
