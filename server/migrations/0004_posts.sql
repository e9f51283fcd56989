-- A post: one accepted document, tied to a course and a section.

create table posts (
  -- Version 7: newer posts have greater ids, so every list pages by id alone.
  id uuid primary key default uuidv7(),
  author_id uuid not null references users on delete cascade,
  course_id int not null references courses,
  section_id int not null references sections,
  document_id uuid not null unique references files,
  thumbnail_id uuid unique references files,
  title text not null check (length(title) between 1 and 120),
  details text not null check (length(details) between 1 and 2000),
  created_at timestamptz not null default now()
);

create index posts_author on posts (author_id, id);
create index posts_section on posts (section_id, id);
create index posts_course on posts (course_id);

create table follows (
  follower_id uuid not null references users on delete cascade,
  followed_id uuid not null references users on delete cascade,
  created_at timestamptz not null default now(),
  primary key (follower_id, followed_id),
  check (follower_id <> followed_id)
);
create index follows_followed on follows (followed_id, created_at desc);

create table saved_posts (
  user_id uuid not null references users on delete cascade,
  post_id uuid not null references posts on delete cascade,
  notes text not null default '' check (length(notes) <= 2000),
  created_at timestamptz not null default now(),
  primary key (user_id, post_id)
);
create index saved_posts_newest on saved_posts (user_id, created_at desc, post_id desc);
create index saved_posts_post on saved_posts (post_id);
