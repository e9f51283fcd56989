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
  -- When the username last changed, oldest first: as often as it may within 30 days, so a change beyond is refused.
  add column renamed_at timestamptz[] not null default '{}' check (cardinality(renamed_at) <= 3),
  -- The onboarding tips the person has put away.
  add column dismissed_tips text[] not null default '{}' check (cardinality(dismissed_tips) <= 20),
  add column suspended_at timestamptz,
  -- A deleted account stays as a nameless row, for what other rows must keep knowing it by.
  add column deleted_at timestamptz,
  -- A blank at both ends, so that ' ann%' finds words that begin so wherever they stand.
  add column search text collate "C" not null
    generated always as (' ' || plain_words(name || ' ' || username::text || ' ' || coalesce(college, '')) || ' ') stored,
  add constraint users_texts_are_short check (
    length(designation) between 1 and 80 and length(college) between 1 and 120 and length(description) between 1 and 1000
  );
create index users_search_trgm on users using gin (search gin_trgm_ops);

-- Names people had: links to them lead on, and for 90 days nobody else may take one.
create table former_usernames (
  username citext primary key,
  user_id uuid not null references users on delete cascade,
  given_up_at timestamptz not null
);
create index former_usernames_user on former_usernames (user_id, given_up_at desc);

-- Whoever takes or gives up a username waits here for the others of that name, and then sees what they did.
create function lock_usernames(variadic names text[]) returns void language plpgsql as $$
declare
  name text;
begin
  -- In one order, so that two people who swap names can't wait for each other.
  for name in select distinct n from unnest(names) n where n is not null order by n loop
    perform pg_advisory_xact_lock(hashtextextended('username ' || lower(name), 0));
  end loop;
end $$;

-- Takes a name for a newcomer (see username_claims); whether it was free.
create function claim_username(wanted citext) returns boolean language plpgsql as $$
begin
  perform lock_usernames(wanted::text);
  if exists (select from users where username = wanted)
    or exists (select from former_usernames where username = wanted) then
    return false;
  end if;
  insert into username_claims (username) values (wanted) on conflict do nothing;
  return found;
end $$;

-- A name is held for whom it belonged to and for a newcomer on the way in; a name given up is kept in mind.
create function keep_usernames_apart() returns trigger language plpgsql as $$
declare
  -- The product's clock comes with the change; where it doesn't, the database's own counts.
  at timestamptz := now();
begin
  perform lock_usernames(old.username::text, new.username::text);
  if new.renamed_at is distinct from old.renamed_at then
    at := coalesce(new.renamed_at[cardinality(new.renamed_at)], at);
  end if;
  if exists (
    select from former_usernames
    where username = new.username and user_id <> new.id and given_up_at > at - interval '90 days'
  ) or exists (
    select from username_claims where username = new.username and claimed_at > now() - interval '1 hour'
  ) then
    raise exception 'this username is held' using errcode = 'unique_violation', constraint = 'users_username_held';
  end if;
  delete from former_usernames where username = new.username;
  insert into former_usernames (username, user_id, given_up_at) values (old.username, new.id, at);
  -- What is left of how the person came by the name; from now on only who gave it up may take it.
  delete from username_claims where username = old.username;
  return new;
end $$;
create trigger keep_usernames_apart before update of username on users
  for each row when (old.username is distinct from new.username) execute function keep_usernames_apart();

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

-- Follow lists page by when somebody was followed, in both directions.
drop index follows_followed;
create index follows_followed on follows (followed_id, created_at desc, follower_id desc);
create index follows_follower on follows (follower_id, created_at desc, followed_id desc);

alter table schools add column search text collate "C" not null generated always as (plain_words(name)) stored;
create index schools_search_trgm on schools using gin (search gin_trgm_ops);
