-- A picture of a document's first page: it stands where the page will be until a reader has drawn that.

alter table files
  add column first_page_key text unique,
  -- Height over width of the page itself.
  add column first_page_aspect double precision check (first_page_aspect > 0),
  add constraint files_first_pages_are_whole check (
    (first_page_key is null) = (first_page_aspect is null)
    and (first_page_key is null or (purpose = 'document' and state = 'accepted'))
  );
