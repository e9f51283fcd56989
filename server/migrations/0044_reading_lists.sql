-- The documents that a person read last, in that order.
create index reading_positions_latest on reading_positions (user_id, updated_at desc);

-- A card finds its reader's page by both: by the document alone it would look through everyone who ever read it.
drop index reading_positions_document;
create index reading_positions_document on reading_positions (document_id, user_id);
