-- The chat: a service of its own with a schema of its own. What it knows of the product are the views below, and no key or
-- query of either goes across (docs/decisions/0017).
create extension if not exists btree_gin;
create schema chat;

create view chat.people as
  select id, username, name, email, picture_id, college, designation, search,
    suspended_at is null and deleted_at is null as present
  from users;

-- Logins of people who are welcome; the time at which one ends is the product's to say.
create view chat.logins as
  select logins.id, user_id as person_id, token, least(expires_at, logins.created_at + interval '30 days') as expires_at
  from logins join users on users.id = user_id
  where suspended_at is null and deleted_at is null;

create view chat.blocks as
  select blocker_id as person_id, blocked_id as other_id from blocks
  union all
  select blocked_id, blocker_id from blocks;

-- Who meets whom by a paid booking: they know each other's e-mail.
create view chat.bookings as
  select student_id as person_id, tutor_id as other_id from bookings where state in ('requested', 'approved', 'active', 'completed')
  union all
  select tutor_id, student_id from bookings where state in ('requested', 'approved', 'active', 'completed');

-- From whom somebody hears without having been asked: whom they follow, and whom they meet in bookings and sessions.
create view chat.ties as
  select follower_id as person_id, followed_id as other_id from follows
  union all
  select person_id, other_id from chat.bookings
  union all
  select enrolments.person_id, owner_id from enrolments join sessions on sessions.id = session_id
  union all
  select owner_id, enrolments.person_id from enrolments join sessions on sessions.id = session_id;

create table chat.conversations (
  id uuid primary key default uuidv7(),
  -- Whoever begins: two people have one conversation (security R-8).
  first_id uuid not null,
  second_id uuid not null,
  state text not null check (state in ('open', 'request', 'declined')),
  -- Who wrote first, or opened it while it is empty; the other one answers a request.
  started_by uuid not null check (started_by in (first_id, second_id)),
  -- When it was begun with somebody unknown, for the day's limit.
  asked_at timestamptz,
  -- The place of the latest message. A message takes the next one under this row's lock, so that none is left out.
  last_seq int not null default 0 check (last_seq >= 0),
  created_at timestamptz not null,
  unique (first_id, second_id),
  check (first_id < second_id)
);
create index conversations_asked on chat.conversations (started_by, asked_at) where asked_at is not null;

-- A conversation as one of its two people has it.
create table chat.members (
  conversation_id uuid not null references chat.conversations,
  person_id uuid not null,
  other_id uuid not null,
  folder text not null check (folder in ('inbox', 'requests', 'declined')),
  read_to int not null default 0,
  muted boolean not null default false,
  -- What the lists sort and count by; as of the conversation, but where it was declined.
  last_seq int not null default 0,
  last_at timestamptz not null,
  -- When to tell of what is still unread then; once told, not again until something was read.
  alert_at timestamptz,
  alerted boolean not null default false,
  primary key (conversation_id, person_id),
  check (read_to between 0 and last_seq)
);
create index members_of_person on chat.members (person_id, folder, last_at desc, conversation_id desc) where last_seq > 0;
create index members_unread on chat.members (person_id, folder) where last_seq > read_to;
create index members_to_alert on chat.members (alert_at) where alert_at is not null;

-- Every key begins with the conversation, by which the table can be divided.
create table chat.messages (
  conversation_id uuid not null references chat.conversations,
  seq int not null check (seq > 0),
  sender_id uuid not null,
  client_id uuid not null,
  text text check (length(text) between 1 and 4000),
  reply_to int check (reply_to < seq),
  sent_at timestamptz not null,
  deleted_at timestamptz,
  words tsvector not null generated always as (weighed_words(coalesce(text, ''), 'A')) stored,
  primary key (conversation_id, seq),
  -- Sent again because its answer was lost, it is the same message.
  constraint messages_sent_once unique (conversation_id, sender_id, client_id),
  constraint messages_deleted_are_empty check (deleted_at is null or text is null)
);
create index messages_words on chat.messages using gin (conversation_id, words) with (fastupdate = off);
create index messages_of_sender on chat.messages (sender_id);

create table chat.attachments (
  id uuid primary key default uuidv7(),
  conversation_id uuid not null references chat.conversations,
  owner_id uuid not null,
  name text not null check (length(name) between 1 and 210),
  type text not null check (type in ('application/pdf', 'image/png', 'image/jpeg', 'image/webp', 'image/heic')),
  size bigint not null check (size > 0),
  -- Where the upload arrives, which nothing is served from; and where the checked bytes are, which no link writes to.
  upload_key text not null unique,
  object_key text unique,
  -- The message that carries it, and its place there.
  seq int,
  place int,
  created_at timestamptz not null,
  foreign key (conversation_id, seq) references chat.messages (conversation_id, seq),
  unique (conversation_id, seq, place),
  constraint attachments_sent_are_checked check (seq is null or (object_key is not null and place is not null)),
  constraint attachments_checked_are_shown check (object_key is null or type <> 'image/heic')
);
create index attachments_of_owner on chat.attachments (owner_id, created_at);
create index attachments_unsent on chat.attachments (created_at) where seq is null;

-- What the product reads of the chat: a person's own messages, for the archive of their account.
create view own_messages as
  select messages.sender_id as person_id, messages.conversation_id, messages.seq, members.other_id, messages.text,
    messages.sent_at,
    array(select name from chat.attachments
      where attachments.conversation_id = messages.conversation_id and attachments.seq = messages.seq order by place) as files
  from chat.messages
    join chat.members on members.conversation_id = messages.conversation_id and members.person_id = sender_id
  where deleted_at is null;
