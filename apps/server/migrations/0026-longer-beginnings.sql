-- Words are found by more of their letters: a job makes the tags again, of titles, and of the contents that are read.
update documents set title_tags = null, content_tags = null where title_tags <> '{}' or content_tags is not null;
