-- What tutors' hours come to: each half hour that a tutor offers in the coming days, whether or not it is taken. Reserved times are
-- looked up beside it, so that nothing has to be kept in step when somebody books.

create table offered_slots (
  tutor_id uuid not null references schedules on delete cascade,
  starts_at timestamptz not null,
  primary key (tutor_id, starts_at)
);
create index offered_slots_next on offered_slots (starts_at, tutor_id);

-- Up to when they are written; null before the first time.
alter table schedules add column offered_until timestamptz;
create index schedules_offered_until on schedules (offered_until nulls first);

create index users_hourly_rate on users (hourly_rate_cents) where hourly_rate_cents is not null;
