-- Messages to the people who run the place, and what a person asks of their own data.
--
-- A deleted account's row in `users` stays as a tombstone: `deleted_at` is set, and nothing in it names the person. What
-- must be kept when someone leaves (what was paid, to whom) refers to that row.

create table support_messages (
  id uuid primary key default uuidv7(),
  -- Empty for a visitor.
  user_id uuid references users on delete set null,
  name text not null check (length(name) between 1 and 200),
  email citext not null check (length(email) between 3 and 254),
  category text not null check (category in ('tutoring', 'bookings', 'sessions', 'account', 'other')),
  message text not null check (length(message) between 1 and 4000),
  created_at timestamptz not null default now()
);
create index support_messages_user on support_messages (user_id);

-- An export of one's data or the deletion of one's account, while it runs and after.
create table account_tasks (
  -- Random, not by time: who deleted their account follows it by this id alone.
  id uuid primary key default gen_random_uuid(),
  user_id uuid references users on delete set null,
  kind text not null check (kind in ('export', 'deletion')),
  state text not null default 'waiting' check (state in ('waiting', 'running', 'done', 'failed')),
  done int not null default 0,
  total int not null default 0 check (total >= done),
  -- Of an export that is done.
  object_key text unique,
  size bigint,
  created_at timestamptz not null default now(),
  finished_at timestamptz,
  check (object_key is null or (kind = 'export' and state = 'done'))
);
-- One of a kind at a time.
create unique index account_tasks_once on account_tasks (user_id, kind) where state in ('waiting', 'running');
create index account_tasks_user on account_tasks (user_id, created_at desc);
