-- The text of pages that are pictures, recognized after all others of their document.

-- Those of picture_pages whose text is still to be recognized; a page on which some was found is no picture page any more.
alter table assistant.documents add unread_pages int[] not null default '{}';
update assistant.documents set unread_pages = picture_pages where picture_pages <> '{}';
-- The last turn in which pages of the document were read: people take turns.
create sequence assistant.picture_turns;
alter table assistant.documents add picture_turn bigint not null default 0;
create index documents_unread on assistant.documents (id) where unread_pages <> '{}';

-- Where the words of such a page are: for each line its text, and x, y, width and height of each of its words in ten-thousandths of
-- the page.
create table assistant.recognized_pages (
  document_id uuid not null references assistant.documents on delete cascade,
  page int not null check (page >= 1),
  lines jsonb not null check (jsonb_typeof(lines) = 'array'),
  primary key (document_id, page)
);

-- Counts the words of a page that is read after its document.
create function assistant.count_words(document uuid, of_page int) returns void language sql as $$
  insert into assistant.words (word, passages)
    select word, count(*) from assistant.passages, unnest(tsvector_to_array(words)) word
    where document_id = document and page = of_page and length(word) <= 60 group by word order by word
  on conflict (word) do update set passages = assistant.words.passages + excluded.passages
$$;
