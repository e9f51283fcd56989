-- The catalogue: a CRN names a section only within a school and a term.

-- Text as the words in it, with a blank between: no case, accents or punctuation ("C++" is "cpp"). What is searched
-- and what is searched for both go through it, so a LIKE pattern made of it has no wildcards but its own. It takes the
-- place of PostgreSQL's text parser, to which "notes.pdf" is the name of a host and "CS-201" a negative number.
-- Declared immutable, which unaccent isn't only because its dictionary could be replaced; here it never is.
create function plain_words(text) returns text language sql immutable strict parallel safe as $$
  select trim(regexp_replace(
    regexp_replace(
      regexp_replace(
        lower(public.unaccent('public.unaccent', $1) collate pg_c_utf8), '\mc\+\+', 'cpp', 'g'),
      '\m([cf])#', '\1sharp', 'g'),
    '[[:space:][:punct:][:cntrl:]]+', ' ', 'g'))
$$;

-- With GIN: a trigram index may begin with a plain column.
create extension if not exists btree_gin;

create table schools (
  id int generated always as identity primary key,
  name text not null unique check (length(name) between 1 and 200)
);

create table terms (
  id int generated always as identity primary key,
  school_id int not null references schools on delete cascade,
  name text not null check (length(name) between 1 and 60),
  -- Orders a school's terms by time: 2026-08-24 for "Fall 2026".
  starts_on date not null,
  unique (school_id, name)
);

create table courses (
  id int generated always as identity primary key,
  school_id int not null references schools on delete cascade,
  -- As the school writes it: "CS 201".
  code text not null check (length(code) between 1 and 30),
  title text not null check (length(title) between 1 and 200),
  -- What suggestions look in. The code stands in it twice, since people type "cs201" as well as "CS 201".
  search text collate "C" not null
    generated always as (replace(plain_words(code), ' ', '') || ' ' || plain_words(code || ' ' || title)) stored,
  unique (school_id, code)
);

create table sections (
  id int generated always as identity primary key,
  term_id int not null references terms on delete cascade,
  course_id int not null references courses on delete cascade,
  crn text collate "C" not null check (crn ~ '^[0-9A-Z]{3,12}$'),
  title text not null check (length(title) between 1 and 200),
  search text collate "C" not null generated always as (plain_words(title)) stored,
  unique (term_id, crn)
);

create index sections_course on sections (course_id);
create index sections_crn on sections (crn);
create index courses_search on courses (search);
-- Sections are also looked for in one term at a time.
create index courses_search_trgm on courses using gin (search gin_trgm_ops);
create index sections_search_trgm on sections using gin (term_id, search gin_trgm_ops);

-- Some of the courses that contain all parts (up to four of them), and some of the sections that contain a part or have a
-- CRN that begins with another. Always by the indexes: the planner would at times rather read the table until it has
-- enough, which takes long where the part is rarer than it seemed.
create function courses_like(parts text[], wanted int) returns setof courses
language sql stable rows 100 set enable_seqscan = off as $$
  select * from courses
  where search like '%' || parts[1] || '%' and search like '%' || coalesce(parts[2], parts[1]) || '%'
    and search like '%' || coalesce(parts[3], parts[1]) || '%'
    and search like '%' || coalesce(parts[4], parts[1]) || '%'
  limit wanted
$$;

create function sections_like(part text, crn_start text, wanted int) returns setof sections
language sql stable rows 100 set enable_seqscan = off as $$
  select * from sections
  where search like '%' || part || '%' or (crn >= crn_start and crn < crn_start || '~')
  limit wanted
$$;
