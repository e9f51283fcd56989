-- A free session that gets a price shuts those without a place out of its upcoming meetings, and out of their boards, as 0082 does
-- with those who leave. Whoever has a place comes back.
create function end_enrolled_connections() returns trigger language plpgsql as $$
begin
  perform pg_notify('live', json_build_object('end', 'board:' || boards.id || ':' || person_id)::text)
  from boards, enrolments
  where boards.occurrence_id = new.id and enrolments.session_id = new.session_id;
  return null;
end $$;
create trigger end_enrolled_connections after update on occurrences
  for each row when (old.free and not new.free) execute function end_enrolled_connections();
