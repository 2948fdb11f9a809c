-- The process that holds a slot: when it is killed, the one that started it frees its slots at once.
alter table upload_slots add column holder text not null default '';
