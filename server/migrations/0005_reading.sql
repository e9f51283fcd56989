-- Reading: the page a person left a document at, and who looked at it.

create table reading_positions (
  user_id uuid not null references users on delete cascade,
  document_id uuid not null references files on delete cascade,
  page int not null check (page between 1 and 100000),
  updated_at timestamptz not null default now(),
  primary key (user_id, document_id)
);
create index reading_positions_document on reading_positions (document_id);

create table document_views (
  post_id uuid not null references posts on delete cascade,
  viewer_id uuid not null references users on delete cascade,
  -- The half hour the view fell in: one person counts once in it, however often a page reports.
  window_start timestamptz not null,
  visit_id text check (length(visit_id) <= 64),
  referrer text check (length(referrer) <= 200),
  viewed_at timestamptz not null,
  primary key (post_id, viewer_id, window_start)
);
create index document_views_viewer on document_views (viewer_id);
