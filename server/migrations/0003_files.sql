-- Files people upload: documents and the thumbnails that go with them.

create table files (
  id uuid primary key default uuidv7(),
  owner_id uuid not null references users on delete cascade,
  purpose text not null check (purpose in ('document', 'thumbnail')),
  -- What the owner calls it; shown and used when it is saved, never part of a path.
  name text not null check (length(name) between 1 and 200),
  -- The type that was announced; once accepted, the type its bytes were found to have.
  type text not null check (type in ('application/pdf', 'image/png', 'image/jpeg', 'image/webp', 'image/heic')),
  size bigint check (size between 1 and 104857600),
  sha256 bytea check (length(sha256) = 32),
  pages int check (pages between 1 and 5000),
  state text not null default 'awaiting' check (state in ('awaiting', 'accepted')),
  -- Where an upload arrives; a link to it stays good for some minutes, so nothing is ever served from here.
  upload_key text not null unique,
  -- Where the checked bytes are; no link ever grants writing here.
  object_key text unique,
  created_at timestamptz not null default now(),
  accepted_at timestamptz,
  constraint files_accepted_are_whole check (
    (state = 'awaiting' and object_key is null and accepted_at is null and sha256 is null and pages is null)
    or (state = 'accepted' and object_key is not null and accepted_at is not null and sha256 is not null
        and size is not null and (purpose = 'thumbnail' or pages is not null) and type <> 'image/heic')
  ),
  constraint files_thumbnails_are_small_images check (
    purpose = 'document' or (type <> 'application/pdf' and coalesce(size, 1) <= 2097152)
  )
);

create index files_owner on files (owner_id, created_at desc);
create index files_created on files (created_at);
