-- People: what a profile says, who lists which classes, and the names somebody had before.

alter table files
  drop constraint files_purpose_check,
  add constraint files_purpose_check check (purpose in ('document', 'thumbnail', 'picture')),
  drop constraint files_accepted_are_whole,
  add constraint files_accepted_are_whole check (
    (state = 'awaiting' and object_key is null and accepted_at is null and sha256 is null and pages is null)
    or (state = 'accepted' and object_key is not null and accepted_at is not null and sha256 is not null
        and size is not null and (purpose <> 'document' or pages is not null) and type <> 'image/heic')
  );

alter table users
  -- Our own copy of the person's picture; `image` is only the provider's address of one.
  add column picture_id uuid unique references files on delete set null,
  add column theme text not null default 'system' check (theme in ('light', 'dark', 'system')),
  -- When the person went through the welcome, or chose to skip it.
  add column welcomed_at timestamptz,
  -- The onboarding tips the person has put away.
  add column dismissed_tips text[] not null default '{}' check (cardinality(dismissed_tips) <= 20),
  add column suspended_at timestamptz,
  -- A deleted account stays as a nameless row, for what other rows must keep knowing it by.
  add column deleted_at timestamptz,
  add column search text collate "C" not null
    generated always as (plain_words(name || ' ' || username::text || ' ' || coalesce(college, ''))) stored,
  add constraint users_texts_are_short check (
    length(designation) between 1 and 80 and length(college) between 1 and 120 and length(description) between 1 and 1000
  );
create index users_search_trgm on users using gin (search gin_trgm_ops);

-- Names people had: links to them lead on, and for 90 days nobody else may take one (security row 7).
create table former_usernames (
  username citext primary key,
  user_id uuid not null references users on delete cascade,
  given_up_at timestamptz not null
);
create index former_usernames_user on former_usernames (user_id, given_up_at desc);

-- The classes a person takes or teaches, as the catalogue's sections.
create table classes (
  user_id uuid not null references users on delete cascade,
  section_id int not null references sections on delete cascade,
  created_at timestamptz not null default now(),
  primary key (user_id, section_id)
);
create index classes_section on classes (section_id);

-- The own posts a person shows first on their profile.
create table highlights (
  user_id uuid not null references users on delete cascade,
  post_id uuid not null unique references posts on delete cascade,
  place int not null check (place between 1 and 6),
  primary key (user_id, place)
);
