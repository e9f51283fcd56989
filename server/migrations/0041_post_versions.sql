-- An author may replace a post's document: the post keeps its address, saves and views.

alter table posts
  add column version int not null default 1 check (version >= 1),
  -- When the present version replaced the one before.
  add column version_at timestamptz,
  add constraint posts_later_versions_have_a_time check ((version = 1) = (version_at is null));

-- The document before is nobody's any more, from the same moment.
create trigger assistant_loses_replaced_document after update of document_id on posts
  for each row when (old.document_id is distinct from new.document_id)
  execute function assistant.lose_document();
