-- Meetings: the room of a booking or of an occurrence, who is let in, who is in it, and what was written beside the call.

create table meeting_rooms (
  -- Random: knowing a booking doesn't name its room.
  id uuid primary key default gen_random_uuid(),
  booking_id uuid unique references bookings on delete cascade,
  occurrence_id uuid unique references occurrences on delete cascade,
  host_id uuid not null references users,
  admission text not null default 'ask' check (admission in ('ask', 'direct')),
  kind text not null check (kind in ('peer', 'sfu')),
  -- The media server that has the room, the room's name and secret there, from its first guest until it is over.
  media_url text,
  media_room bigint check (media_room between 1 and 9007199254740991),
  media_secret text,
  created_at timestamptz not null,
  check (num_nonnulls(booking_id, occurrence_id) = 1),
  check (num_nonnulls(media_url, media_room, media_secret) in (0, 3)),
  check (media_url is null or kind = 'sfu')
);
create index meeting_rooms_of_host on meeting_rooms (host_id, created_at desc);
create index meeting_rooms_with_media on meeting_rooms (created_at) where media_url is not null;

-- What the host decided of a guest: it holds for as often as they come back.
create table meeting_admissions (
  room_id uuid not null references meeting_rooms on delete cascade,
  person_id uuid not null references users on delete cascade,
  state text not null check (state in ('admitted', 'refused', 'removed')),
  decided_at timestamptz not null,
  primary key (room_id, person_id)
);

-- Who is connected right now, in the call or at its door, one seat a person. Their server says again and again that they
-- are (seen_at, by the database's clock); who isn't seen any more is gone. After a crash it is empty, and they enter again.
create unlogged table meeting_peers (
  room_id uuid not null references meeting_rooms on delete cascade,
  person_id uuid not null references users on delete cascade,
  -- One stay of the person, named anew whenever they enter from elsewhere.
  stay uuid not null,
  waiting boolean not null,
  -- The connection that has the seat; none between a lost one and the next.
  socket_id text,
  state jsonb not null,
  feed bigint,
  -- The attendance that goes on with it.
  joined_at timestamptz,
  seen_at timestamptz not null,
  primary key (room_id, person_id),
  check (waiting = (joined_at is null))
);
create index meeting_peers_seen on meeting_peers (seen_at);
create index meeting_peers_of_person on meeting_peers (person_id);

create table meeting_messages (
  -- The client's: what is sent twice is there once.
  id uuid primary key,
  room_id uuid not null references meeting_rooms on delete cascade,
  -- Of the database, so that two servers agree on the order.
  place bigint generated always as identity,
  author_id uuid not null references users,
  text text not null check (length(text) between 1 and 1000),
  sent_at timestamptz not null
);
create index meeting_messages_of_room on meeting_messages (room_id, place desc);
create index meeting_messages_of_author on meeting_messages (author_id);

-- A stay that was ended by leaving isn't gone on with by coming back at once.
alter table attendances add column over boolean not null default false;

-- Who has no business in a meeting any more is out of it on every server, once that is committed: everyone of what is
-- cancelled, and one whose place or whose enrolment is gone.
create function end_meeting_connections() returns trigger language plpgsql as $$
declare
  room uuid;
begin
  if tg_table_name = 'bookings' then
    if new.state <> 'cancelled' or old.state = 'cancelled' then return null; end if;
    select id into room from meeting_rooms where booking_id = new.id or occurrence_id = new.occurrence_id;
    if room is not null then
      perform pg_notify('live', json_build_object('end', 'meeting:' || room
        || case when new.kind = 'place' then ':' || new.student_id else '' end)::text);
    end if;
  elsif tg_table_name = 'occurrences' then
    select id into room from meeting_rooms where occurrence_id = new.id;
    if room is not null then
      perform pg_notify('live', json_build_object('end', 'meeting:' || room)::text);
    end if;
  else
    perform pg_notify('live', json_build_object('end', 'meeting:' || meeting_rooms.id || ':' || old.person_id)::text)
    from meeting_rooms join occurrences on occurrences.id = occurrence_id
    where session_id = old.session_id and occurrences.state = 'planned';
  end if;
  return null;
end $$;
create trigger end_meeting_connections after update of state on bookings
  for each row execute function end_meeting_connections();
create trigger end_meeting_connections after update of state, starts_at on occurrences
  for each row when (new.state = 'cancelled' or new.starts_at <> old.starts_at)
  execute function end_meeting_connections();
create trigger end_meeting_connections after delete on enrolments
  for each row execute function end_meeting_connections();
