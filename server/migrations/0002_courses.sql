-- The catalogue: a CRN names a section only within a school and a term.

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
  unique (school_id, code)
);

create table sections (
  id int generated always as identity primary key,
  term_id int not null references terms on delete cascade,
  course_id int not null references courses on delete cascade,
  crn text not null check (crn ~ '^[0-9A-Z]{3,12}$'),
  title text not null check (length(title) between 1 and 200),
  unique (term_id, crn)
);

create index sections_course on sections (course_id);
-- Suggestions: a CRN by its beginning, a title or a course by any part.
create index sections_crn on sections (crn text_pattern_ops);
create index sections_title_trgm on sections using gin (title gin_trgm_ops);
create index courses_name_trgm on courses using gin ((code || ' ' || title) gin_trgm_ops);
