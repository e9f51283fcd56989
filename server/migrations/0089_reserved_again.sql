-- A place that its tutor moved onto something else of its student's reserves no time, since they keep the other. It does once the other
-- gives its time back. At the end of the transaction, since a move frees a time and takes it again.
create function reserve_freed_time() returns trigger language plpgsql as $$
begin
  insert into reserved_times (booking_id, person_id, during)
  select id, student_id, tstzrange(starts_at, ends_at) from bookings
  where kind = 'place' and student_id = old.person_id and state in ('held', 'requested', 'approved', 'active')
    and tstzrange(starts_at, ends_at) && old.during
    -- What the index of a student's bookings can tell: a session is shorter than a day.
    and starts_at > lower(old.during) - interval '1 day' and starts_at < upper(old.during)
    and not exists (select from reserved_times where booking_id = bookings.id)
  order by starts_at, id
  on conflict do nothing;
  return null;
end $$;
create constraint trigger reserve_freed_time after delete on reserved_times
  deferrable initially deferred for each row execute function reserve_freed_time();

insert into reserved_times (booking_id, person_id, during)
select id, student_id, tstzrange(starts_at, ends_at) from bookings
where kind = 'place' and state in ('held', 'requested', 'approved', 'active')
  and not exists (select from reserved_times where booking_id = bookings.id)
order by starts_at, id
on conflict do nothing;
