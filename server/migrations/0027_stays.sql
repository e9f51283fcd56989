-- A stay in a meeting has an id, by which the seat that it goes on with finds it. Found by the moment it began, it was lost: that
-- moment had been through a clock of milliseconds, and no stay was ever made longer.
alter table attendances
  add column id uuid primary key default uuidv7(),
  drop constraint attendances_once;
create index attendances_of_booking on attendances (booking_id, person_id) where booking_id is not null;
drop index attendances_of_occurrence;
create index attendances_of_occurrence on attendances (occurrence_id, person_id) where occurrence_id is not null;

-- Who is connected enters again.
delete from meeting_peers;
alter table meeting_peers
  -- The stay that goes on with it.
  add column attendance_id uuid references attendances on delete cascade,
  drop column joined_at,
  add check (waiting = (attendance_id is null));
create index meeting_peers_of_attendance on meeting_peers (attendance_id);

-- A call knows when it closes from when it was entered: whose meeting ends at another time enters it again.
drop trigger end_meeting_connections on occurrences;
create trigger end_meeting_connections after update of state, starts_at, ends_at on occurrences
  for each row when (new.state = 'cancelled' or (new.starts_at, new.ends_at) is distinct from (old.starts_at, old.ends_at))
  execute function end_meeting_connections();
