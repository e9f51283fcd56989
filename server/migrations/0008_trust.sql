-- Trust: blocks, reports, what an operator hides, and the log of every such act.

create table blocks (
  blocker_id uuid not null references users on delete cascade,
  blocked_id uuid not null references users on delete cascade,
  created_at timestamptz not null default now(),
  primary key (blocker_id, blocked_id),
  check (blocker_id <> blocked_id)
);
create index blocks_blocked on blocks (blocked_id);

-- The people hidden from a person: those they block and those who block them. Asked once a query, as
-- `author_id <> all ((select hidden_people(viewer))::uuid[])`.
create function hidden_people(viewer uuid) returns uuid[] language sql stable parallel safe as $$
  select coalesce(array_agg(id), '{}') from (
    select blocked_id from blocks where blocker_id = viewer
    union all
    select blocker_id from blocks where blocked_id = viewer
  ) hidden (id)
$$;

-- A block and a follow between the same two people wait for each other here: otherwise each could commit without
-- having seen the other, and a follow would outlive the block. The lock is stronger than a foreign key's on purpose.
create function end_follows_of_block() returns trigger language plpgsql as $$
begin
  perform from users where id in (new.blocker_id, new.blocked_id) order by id for no key update;
  delete from follows
  where (follower_id, followed_id) in ((new.blocker_id, new.blocked_id), (new.blocked_id, new.blocker_id));
  return new;
end $$;
create trigger end_follows_of_block before insert on blocks
  for each row execute function end_follows_of_block();

create function refuse_follow_of_blocked() returns trigger language plpgsql as $$
begin
  perform from users where id in (new.follower_id, new.followed_id) order by id for share;
  if exists (
    select from blocks
    where (blocker_id, blocked_id) in ((new.follower_id, new.followed_id), (new.followed_id, new.follower_id))
  ) then
    raise exception 'a block stands between these people' using errcode = 'check_violation', constraint = 'follows_not_blocked';
  end if;
  return new;
end $$;
create trigger refuse_follow_of_blocked before insert on follows
  for each row execute function refuse_follow_of_blocked();

alter table posts
  add column hidden_at timestamptz,
  -- What the author is told.
  add column hidden_reason text check (length(hidden_reason) between 1 and 1000),
  -- Set while its author is suspended, in the same transaction.
  add column author_suspended boolean not null default false,
  add column visible boolean not null generated always as (hidden_at is null and not author_suspended) stored,
  add constraint posts_hidden_with_reason check ((hidden_at is null) = (hidden_reason is null));

-- A post that isn't visible has no words, so that no search can find it.
create or replace function index_post() returns trigger language plpgsql as $$
begin
  if new.hidden_at is null and not new.author_suspended then
    new.words := post_document(new.title, new.details, new.course_id, new.section_id, new.number);
  else
    new.words := '';
  end if;
  return new;
end $$;
drop trigger index_post on posts;

-- A post that somebody had under way when they were suspended, or left, is no exception. Either this waits for the suspension, or the suspension
-- for this: it then finds the post. (It runs before index_post, by its name.)
create function hide_post_of_suspended() returns trigger language plpgsql as $$
begin
  new.author_suspended := coalesce(
    (select coalesce(suspended_at, deleted_at) is not null from users where id = new.author_id for share), false);
  return new;
end $$;
create trigger hide_post_of_suspended before insert on posts
  for each row execute function hide_post_of_suspended();

create trigger index_post
  before insert or update of title, details, course_id, section_id, hidden_at, author_suspended on posts
  for each row execute function index_post();

create table reports (
  id uuid primary key default uuidv7(),
  reporter_id uuid references users on delete set null,
  -- The person reported, or the author of the post reported.
  person_id uuid references users on delete set null,
  -- Empty where a person is reported. Without a foreign key: reports of a post that is gone still belong together.
  post_id uuid,
  post_title text,
  reason text not null check (reason in ('copyright', 'integrity', 'harassment', 'spam', 'other')),
  details text not null default '' check (length(details) <= 2000),
  state text not null default 'open' check (state in ('open', 'upheld', 'dismissed')),
  created_at timestamptz not null default now(),
  closed_at timestamptz,
  check ((state = 'open') = (closed_at is null)),
  check (reporter_id <> person_id),
  check ((post_id is null) = (post_title is null))
);
create index reports_queue on reports (state, id);
create index reports_person on reports (person_id);
create index reports_post on reports (post_id);
-- One open report of a person about the same thing; another adds to nothing.
create unique index reports_once_a_post on reports (reporter_id, post_id) where state = 'open' and post_id is not null;
create unique index reports_once_a_person on reports (reporter_id, person_id) where state = 'open' and post_id is null;

-- Every act of an operator. It names people and posts by id alone, without foreign keys: the log outlives them.
create table audit_entries (
  id uuid primary key default uuidv7(),
  at timestamptz not null,
  operator_id uuid not null,
  action text not null check (action in (
    'hide_post', 'show_post', 'remove_post', 'suspend_person', 'reinstate_person', 'uphold_report', 'dismiss_report'
  )),
  person_id uuid,
  post_id uuid,
  post_title text,
  report_id uuid,
  -- What the person concerned is told.
  reason text not null default '' check (length(reason) <= 1000)
);
create index audit_entries_person on audit_entries (person_id, id);

create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% keeps what it has', tg_table_name;
end $$;
create trigger audit_entries_stay before update or delete on audit_entries
  for each row execute function refuse_change();
create trigger audit_entries_stay_all before truncate on audit_entries
  for each statement execute function refuse_change();
