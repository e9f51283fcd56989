-- Group sessions: what a tutor plans for many, who is enrolled, invited and has a place, and when it takes place.

create table sessions (
  id uuid primary key default uuidv7(),
  owner_id uuid not null references users,
  title text not null check (length(title) between 1 and 120),
  description text not null check (length(description) between 1 and 2000),
  -- Wall-clock time in the owner's zone, as schedules are.
  time_zone text not null check (length(time_zone) between 1 and 60),
  -- The first day, or the only one.
  starts_on date not null,
  start_time text not null check (start_time ~ '^([01]\d|2[0-3]):[0-5]\d$'),
  minutes int not null check (minutes between 15 and 480),
  -- Of an hour; free where there is none.
  rate_cents int check (rate_cents between 100 and 100000),
  -- A place; online where there is none.
  location text check (length(location) between 1 and 200),
  capacity int not null default 50 check (capacity between 1 and 200),
  -- The weekdays of a session that repeats.
  repeat_days text[] not null default '{}' check (repeat_days <@ array['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun']),
  -- The last day on which it may take place.
  repeat_until date check (repeat_until >= starts_on),
  skipped_days date[] not null default '{}' check (cardinality(skipped_days) <= 100),
  -- The last day for which its occurrences are written down; the clock goes on from there.
  planned_until date not null,
  deleted_at timestamptz,
  -- Goes up with each save: a save made on top of another is refused, not lost (security R-9).
  version int not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  words tsvector not null generated always as (weighed_words(title, 'A') || weighed_words(description, 'D')) stored,
  check (repeat_until is null or cardinality(repeat_days) > 0)
);
create index sessions_of_owner on sessions (owner_id, id desc);
create index sessions_to_plan on sessions (planned_until) where deleted_at is null and repeat_days <> '{}';
create index sessions_words on sessions using gin (words) with (fastupdate = off);

create table session_sections (
  session_id uuid not null references sessions,
  section_id int not null references sections,
  primary key (session_id, section_id)
);
create index session_sections_section on session_sections (section_id);

-- One time at which a session takes place. Those of the coming weeks are written down, the later ones by the clock.
create table occurrences (
  id uuid primary key default uuidv7(),
  session_id uuid not null references sessions,
  -- The day in the session's zone.
  date date not null,
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  state text not null default 'planned' check (state in ('planned', 'over', 'cancelled')),
  unique (session_id, date),
  check (ends_at > starts_at)
);
create index occurrences_planned on occurrences (starts_at) where state = 'planned';
create index occurrences_of_session on occurrences (session_id, starts_at);

-- A place in an occurrence is a booking. It moves with it, and keeps where it was.
alter table bookings
  add column occurrence_id uuid references occurrences,
  add column moved_from timestamptz,
  add check ((kind = 'place') = (occurrence_id is not null)),
  add check (moved_from is null or kind = 'place');
create index bookings_of_occurrence on bookings (occurrence_id) where occurrence_id is not null;
create unique index bookings_one_place on bookings (occurrence_id, student_id)
  where occurrence_id is not null and state in ('held', 'requested', 'approved', 'active', 'completed');

create or replace function guard_booking() returns trigger language plpgsql as $$
begin
  if (new.tutor_id, new.student_id, new.kind, new.occurrence_id, new.rate_cents, new.amount_cents, new.fee_cents, new.refund_policy)
    is distinct from
    (old.tutor_id, old.student_id, old.kind, old.occurrence_id, old.rate_cents, old.amount_cents, old.fee_cents, old.refund_policy)
    or ((new.starts_at, new.ends_at) is distinct from (old.starts_at, old.ends_at) and not exists (
      select from occurrences where id = new.occurrence_id and (starts_at, ends_at) = (new.starts_at, new.ends_at)))
  then
    raise exception 'a booking keeps its people, its time and its price';
  end if;
  if new.state is distinct from old.state and (old.state, new.state) not in (
    ('held', 'requested'), ('held', 'approved'), ('held', 'expired'), ('held', 'cancelled'),
    ('requested', 'approved'), ('requested', 'declined'), ('requested', 'lapsed'), ('requested', 'cancelled'),
    ('approved', 'active'), ('approved', 'missed'), ('approved', 'cancelled'),
    ('active', 'completed'), ('active', 'missed'), ('active', 'cancelled')
  ) then
    raise exception 'a booking that is % does not become %', old.state, new.state;
  end if;
  return new;
end $$;

-- Never more places than the session has room for, whoever asks at once: each waits here for its turn.
create function refuse_overfull() returns trigger language plpgsql as $$
declare
  room int;
begin
  if new.occurrence_id is null or new.state not in ('held', 'requested', 'approved', 'active') then
    return new;
  end if;
  perform from occurrences where id = new.occurrence_id for no key update;
  select capacity into room from sessions join occurrences on occurrences.session_id = sessions.id where occurrences.id = new.occurrence_id;
  if (select count(*) from bookings where occurrence_id = new.occurrence_id and id <> new.id
      and state in ('held', 'requested', 'approved', 'active')) >= room then
    raise exception 'occurrence % is full', new.occurrence_id using errcode = 'check_violation', constraint = 'occurrence_not_overfull';
  end if;
  return new;
end $$;
create trigger refuse_overfull before insert on bookings for each row execute function refuse_overfull();

-- The tutor gives their time to an occurrence once, however many have a place in it.
alter table reserved_times
  drop constraint reserved_times_pkey,
  alter column booking_id drop not null,
  add column occurrence_id uuid references occurrences on delete cascade,
  add check (num_nonnulls(booking_id, occurrence_id) = 1),
  add constraint reserved_times_once unique nulls not distinct (booking_id, occurrence_id, person_id);

create or replace function reserve_times() returns trigger language plpgsql as $$
declare
  was_live boolean := tg_op = 'UPDATE' and old.state in ('held', 'requested', 'approved', 'active');
  is_live boolean := new.state in ('held', 'requested', 'approved', 'active');
  people uuid[] := case when new.kind = 'place' then array[new.student_id] else array[new.tutor_id, new.student_id] end;
begin
  if is_live and not was_live then
    insert into reserved_times (booking_id, person_id, during)
    select new.id, person, tstzrange(new.starts_at, new.ends_at)
    from unnest(people) person order by person;
  elsif was_live and not is_live then
    delete from reserved_times where booking_id = new.id;
  elsif is_live and (new.starts_at, new.ends_at) is distinct from (old.starts_at, old.ends_at) then
    -- Moved by the tutor: where the student has something else by then, they keep that, and may leave this.
    delete from reserved_times where booking_id = new.id;
    insert into reserved_times (booking_id, person_id, during)
    select new.id, person, tstzrange(new.starts_at, new.ends_at) from unnest(people) person on conflict do nothing;
  end if;
  return null;
end $$;
drop trigger reserve_times on bookings;
create trigger reserve_times after insert or update of state, starts_at, ends_at on bookings
  for each row execute function reserve_times();

create function reserve_occurrence() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' then
    delete from reserved_times where occurrence_id = new.id;
  end if;
  if new.state = 'planned' then
    insert into reserved_times (occurrence_id, person_id, during)
    select new.id, owner_id, tstzrange(new.starts_at, new.ends_at) from sessions where id = new.session_id;
  end if;
  return null;
end $$;
create trigger reserve_occurrence after insert or update of state, starts_at, ends_at on occurrences
  for each row execute function reserve_occurrence();

-- A meeting is a booking's, or an occurrence's with everyone in it.
alter table attendances
  drop constraint attendances_pkey,
  alter column booking_id drop not null,
  add column occurrence_id uuid references occurrences on delete cascade,
  add check (num_nonnulls(booking_id, occurrence_id) = 1),
  add constraint attendances_once unique nulls not distinct (booking_id, occurrence_id, person_id, joined_at);
create index attendances_of_occurrence on attendances (occurrence_id) where occurrence_id is not null;

create table enrolments (
  session_id uuid not null references sessions,
  person_id uuid not null references users on delete cascade,
  created_at timestamptz not null,
  primary key (session_id, person_id)
);
create index enrolments_of_person on enrolments (person_id, created_at desc);

-- A free session has no places to pay for: being enrolled is one, and there are no more than it has room for.
create function refuse_enrolment() returns trigger language plpgsql as $$
declare
  of sessions;
begin
  select * into of from sessions where id = new.session_id for no key update;
  if of.deleted_at is not null or of.owner_id = new.person_id or exists (
    select from blocks
    where (blocker_id, blocked_id) in ((of.owner_id, new.person_id), (new.person_id, of.owner_id))
  ) then
    raise exception 'nobody enrols here' using errcode = 'check_violation', constraint = 'enrolment_allowed';
  end if;
  if of.rate_cents is null and (select count(*) from enrolments where session_id = new.session_id) >= of.capacity then
    raise exception 'session % is full', new.session_id using errcode = 'check_violation', constraint = 'session_not_overfull';
  end if;
  return new;
end $$;
create trigger refuse_enrolment before insert on enrolments for each row execute function refuse_enrolment();

create table invitations (
  id uuid primary key default uuidv7(),
  session_id uuid not null references sessions,
  person_id uuid not null references users on delete cascade,
  state text not null default 'sent' check (state in ('sent', 'accepted', 'declined', 'withdrawn')),
  created_at timestamptz not null,
  decided_at timestamptz,
  unique (session_id, person_id),
  check ((state = 'sent') = (decided_at is null))
);
create index invitations_of_person on invitations (person_id, id desc) where state = 'sent';

-- Who is blocked isn't enrolled any more, nor invited. What was paid stays, as any booking does. (Enrolling waits for the block
-- at its two people, as a follow does.)
create function end_enrolments_of_block() returns trigger language plpgsql as $$
begin
  delete from enrolments using sessions where sessions.id = session_id
    and (owner_id, person_id) in ((new.blocker_id, new.blocked_id), (new.blocked_id, new.blocker_id));
  update invitations set state = 'withdrawn', decided_at = now() from sessions where sessions.id = session_id
    and state = 'sent' and (owner_id, person_id) in ((new.blocker_id, new.blocked_id), (new.blocked_id, new.blocker_id));
  return new;
end $$;
-- After end_follows_of_block, by its name, which takes the two people first.
create trigger end_more_of_block before insert on blocks
  for each row execute function end_enrolments_of_block();
