-- Small pictures of documents' pages, each drawn when it is first asked for. Without a key the page can't be drawn.
create table page_pictures (
  file_id uuid not null references files on delete cascade,
  page int not null check (page >= 1),
  object_key text unique,
  primary key (file_id, page)
);

-- With the place of a passage's lines, which the picture shows.
create or replace view document_passages as
  select passages.id, document_id, passages.course_id, page, place, heading, text, passages.words, documents.configuration, boxes
  from assistant.passages join assistant.documents on documents.id = document_id;
