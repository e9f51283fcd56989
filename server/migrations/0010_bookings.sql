-- Tutoring: when a tutor can be booked, and bookings that can't overlap.

-- Wall-clock hours in the owner's zone, never UTC ones: those would move twice a year.
create table schedules (
  user_id uuid primary key references users on delete cascade,
  time_zone text not null check (length(time_zone) between 1 and 60),
  -- Goes up with each save: a save made on top of another is refused, not lost (security R-9).
  version int not null default 1,
  updated_at timestamptz not null
);

create table schedule_ranges (
  user_id uuid not null references schedules on delete cascade,
  day text not null check (day in ('mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun')),
  -- 'HH:mm'; an end not after its start is on the next day.
  start_time text not null check (start_time ~ '^([01]\d|2[0-3]):[0-5]\d$'),
  end_time text not null check (end_time ~ '^([01]\d|2[0-3]):[0-5]\d$'),
  primary key (user_id, day, start_time)
);

-- Other hours on one date, in place of the weekday's; none is a day off.
create table day_exceptions (
  user_id uuid not null references schedules on delete cascade,
  date date not null,
  -- 'HH:mm - HH:mm'
  ranges text[] not null check (cardinality(ranges) <= 48),
  primary key (user_id, date)
);

create table bookings (
  -- Version 7; also names the booking to the payment provider.
  id uuid primary key default uuidv7(),
  -- Empty once the post is deleted: the booking stays, and keeps its topic.
  post_id uuid references posts on delete set null,
  topic text not null check (length(topic) between 1 and 120),
  -- A place in a group session is approved by paying; a slot asks the tutor.
  kind text not null default 'slot' check (kind in ('slot', 'place')),
  tutor_id uuid not null references users,
  student_id uuid not null references users,
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  state text not null default 'held' check (state in (
    'held', 'requested', 'approved', 'active', 'completed', 'missed', 'expired', 'declined', 'lapsed', 'cancelled'
  )),
  -- Frozen at the hold: what the tutor asked an hour, what it came to, and what a cancellation gives back.
  rate_cents int not null check (rate_cents between 100 and 100000),
  amount_cents int not null check (amount_cents > 0),
  refund_policy jsonb not null,
  -- What the student says with the request, and the tutor with the answer or either with a cancellation.
  message text check (length(message) between 1 and 1000),
  remarks text check (length(remarks) between 1 and 1000),
  cancelled_by uuid references users,
  held_until timestamptz not null,
  -- When the student and the tutor agreed to the terms.
  student_agreed_at timestamptz not null,
  tutor_agreed_at timestamptz,
  -- Counts the changes, for calendars that have the booking.
  sequence int not null default 0,
  created_at timestamptz not null,
  check (ends_at > starts_at),
  check (tutor_id <> student_id)
);
create index bookings_of_tutor on bookings (tutor_id, starts_at);
create index bookings_of_student on bookings (student_id, starts_at);
create index bookings_of_post on bookings (post_id);
-- What the clock still has to settle.
create index bookings_unsettled on bookings (ends_at) where state in ('held', 'requested', 'approved', 'active');

-- Time that a person has given away, as a tutor or as a student: no two can overlap, whatever they are for. The rows
-- of a booking come and go with its state, so that its time is free the moment it is no longer live.
create table reserved_times (
  booking_id uuid not null references bookings on delete cascade,
  person_id uuid not null references users,
  during tstzrange not null,
  primary key (booking_id, person_id),
  constraint reserved_times_dont_overlap exclude using gist (person_id with =, during with &&)
);

create function reserve_times() returns trigger language plpgsql as $$
declare
  was_live boolean := tg_op = 'UPDATE' and old.state in ('held', 'requested', 'approved', 'active');
  is_live boolean := new.state in ('held', 'requested', 'approved', 'active');
begin
  if is_live and not was_live then
    insert into reserved_times (booking_id, person_id, during)
    select new.id, person, tstzrange(new.starts_at, new.ends_at)
    from unnest(array[new.tutor_id, new.student_id]) person order by person;
  elsif was_live and not is_live then
    delete from reserved_times where booking_id = new.id;
  end if;
  return null;
end $$;
create trigger reserve_times after insert or update of state on bookings
  for each row execute function reserve_times();

-- Each change of state, by whom and when. The table of shared/domain/booking-states.ts decides what may change into what;
-- this refuses whatever passes it by, and lets nothing but the state's own columns move.
create table booking_changes (
  id uuid primary key default uuidv7(),
  booking_id uuid not null references bookings on delete cascade,
  from_state text,
  to_state text not null,
  at timestamptz not null default now()
);
create index booking_changes_booking on booking_changes (booking_id, id);

create function guard_booking() returns trigger language plpgsql as $$
begin
  if (new.tutor_id, new.student_id, new.starts_at, new.ends_at, new.kind, new.rate_cents, new.amount_cents, new.refund_policy)
    is distinct from
    (old.tutor_id, old.student_id, old.starts_at, old.ends_at, old.kind, old.rate_cents, old.amount_cents, old.refund_policy)
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
create trigger guard_booking before update on bookings for each row execute function guard_booking();

create function note_booking_change() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' or new.state is distinct from old.state then
    insert into booking_changes (booking_id, from_state, to_state)
    values (new.id, case when tg_op = 'UPDATE' then old.state end, new.state);
  end if;
  return null;
end $$;
create trigger note_booking_change after insert or update of state on bookings
  for each row execute function note_booking_change();

-- Who was in the meeting of a booking, and when: the source of "took place".
create table attendances (
  booking_id uuid not null references bookings on delete cascade,
  person_id uuid not null references users,
  joined_at timestamptz not null,
  -- Moves on while the person is there.
  left_at timestamptz not null,
  primary key (booking_id, person_id, joined_at),
  check (left_at >= joined_at)
);

-- A Checkout for a booking. Its id is the idempotency key of every call that makes or ends it.
create table payments (
  id uuid primary key default uuidv7(),
  booking_id uuid not null unique references bookings,
  amount_cents int not null check (amount_cents > 0),
  state text not null default 'open' check (state in ('open', 'paid', 'ended')),
  -- The provider's names; empty until it has answered.
  checkout_id text unique,
  checkout_url text,
  payment_intent_id text unique,
  created_at timestamptz not null,
  paid_at timestamptz,
  check ((state = 'paid') = (paid_at is not null)),
  check (state <> 'paid' or payment_intent_id is not null)
);
create index payments_open on payments (created_at) where state = 'open';

-- Money on its way back to a student. The id is the idempotency key of the provider's refund.
create table refunds (
  id uuid primary key default uuidv7(),
  payment_id uuid not null references payments,
  amount_cents int not null check (amount_cents > 0),
  reason text not null check (reason in ('declined', 'lapsed', 'missed', 'cancelled', 'late')),
  state text not null default 'pending' check (state in ('pending', 'done', 'failed')),
  refund_id text unique,
  created_at timestamptz not null,
  done_at timestamptz,
  -- One a payment and reason: a step taken twice gives back once.
  unique (payment_id, reason)
);

-- Never more comes back than was paid, however many steps would give some.
create function refuse_overrefund() returns trigger language plpgsql as $$
declare
  paid int;
  given int;
begin
  select amount_cents into paid from payments where id = new.payment_id and state = 'paid' for update;
  select coalesce(sum(amount_cents), 0) into given
    from refunds where payment_id = new.payment_id and id <> new.id and state <> 'failed';
  if paid is null or given + new.amount_cents > paid then
    raise exception 'refunds of payment % would exceed what was paid', new.payment_id;
  end if;
  return new;
end $$;
create trigger refuse_overrefund before insert on refunds for each row execute function refuse_overrefund();

-- What the payment provider told us, as it came: stored once by its own id, applied by a job, in any order.
create table stripe_events (
  id text primary key,
  type text not null,
  payload jsonb not null,
  received_at timestamptz not null,
  applied_at timestamptz
);
create index stripe_events_waiting on stripe_events (received_at) where applied_at is null;

-- What a person is to know, written in the transaction that caused it.
create table alerts (
  id uuid primary key default uuidv7(),
  user_id uuid not null references users on delete cascade,
  kind text not null check (length(kind) between 1 and 40),
  -- What its text is made from: names, topics, instants.
  facts jsonb not null,
  created_at timestamptz not null,
  read_at timestamptz
);
create index alerts_of_person on alerts (user_id, id desc);
