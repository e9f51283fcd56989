-- Pages whose text wasn't recognized because that took too long or its process ended, which may be the machine's fault, and when the last
-- of them was: they are tried once more an hour later. Without pages, that has been done.
alter table assistant.documents
  add cut_off_pages int[] not null default '{}',
  add cut_off_at timestamptz check (cut_off_pages = '{}' or cut_off_at is not null);
create index documents_cut_off on assistant.documents (cut_off_at) where cut_off_pages <> '{}';
