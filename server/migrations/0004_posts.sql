-- A post: one accepted document, tied to a course and a section, with the words by which it is found.

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
  created_at timestamptz not null default now(),
  -- Title first, then course and CRN, then details; kept by triggers, since its words come from three tables.
  words tsvector not null
);

create index posts_author on posts (author_id, id);
create index posts_section on posts (section_id, id);
create index posts_course on posts (course_id);
create index posts_words on posts using gin (words);

-- Every word that posts use, so that a mistyped one can be mended before the search instead of comparing it with
-- every post.
create table post_words (
  word text primary key check (length(word) between 2 and 60)
);
create index post_words_trgm on post_words using gist (word gist_trgm_ops);

-- Words as they are written, without stemming: names of courses and authors must not be bent, and the last word a
-- person types is a prefix.
create text search configuration notes (copy = simple);
alter text search configuration notes alter mapping for hword, hword_part, word with unaccent, simple;

create function post_document(post_title text, post_details text, of_course int, of_section int) returns tsvector
language sql stable as $$
  select setweight(to_tsvector('notes', post_title), 'A')
    || setweight(to_tsvector('notes', courses.code || ' ' || replace(courses.code, ' ', '') || ' ' || courses.title
         || ' ' || sections.crn || ' ' || sections.title), 'B')
    || setweight(to_tsvector('notes', post_details), 'D')
  from courses, sections
  where courses.id = of_course and sections.id = of_section
$$;

create function index_post() returns trigger language plpgsql as $$
begin
  new.words := post_document(new.title, new.details, new.course_id, new.section_id);
  insert into post_words (word)
    select lexeme from unnest(new.words) where length(lexeme) between 2 and 60
    -- In one order, so that two posts at once can't wait for each other.
    order by lexeme
    on conflict do nothing;
  return new;
end $$;

create trigger index_post before insert or update of title, details, course_id, section_id on posts
  for each row execute function index_post();

-- A catalogue import may rename a course or a section; its posts are found by the new name at once.
create function reindex_posts() returns trigger language plpgsql as $$
begin
  if tg_table_name = 'courses' then
    update posts set title = title where course_id = new.id;
  else
    update posts set title = title where section_id = new.id;
  end if;
  return null;
end $$;

create trigger reindex_posts after update of code, title on courses
  for each row when (old.code is distinct from new.code or old.title is distinct from new.title)
  execute function reindex_posts();
create trigger reindex_posts after update of crn, title on sections
  for each row when (old.crn is distinct from new.crn or old.title is distinct from new.title)
  execute function reindex_posts();

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
