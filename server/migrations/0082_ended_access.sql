-- Whether the person who asked for an answer is still signed in, as the chat's view of logins (0015) says it.
create view assistant.logins as
  select logins.id, least(expires_at, logins.created_at + interval '30 days') as expires_at
  from logins join users on users.id = user_id
  where suspended_at is null and deleted_at is null;

-- Who may no longer open a meeting's board, or no longer change it, is out of it on every server, once that is committed. Their
-- browser comes back, and is told what they may do now. The rooms are those of server/product/boards/live.ts.
create function end_board_connections() returns trigger language plpgsql as $$
begin
  if tg_table_name = 'bookings' then
    perform pg_notify('live', json_build_object('end', 'board:' || boards.id || ':' || new.student_id)::text)
    from boards where booking_id = new.id or occurrence_id = new.occurrence_id;
  elsif tg_table_name = 'enrolments' then
    perform pg_notify('live', json_build_object('end', 'board:' || boards.id || ':' || old.person_id)::text)
    from occurrences join boards on boards.occurrence_id = occurrences.id where session_id = old.session_id;
  else
    -- Of a booking that is over (boards/open-to.ts).
    perform pg_notify('live', json_build_object('end', 'board:' || boards.id || ':' || person)::text)
    from bookings join boards on boards.booking_id = bookings.id or boards.occurrence_id = bookings.occurrence_id,
      unnest(array[student_id, tutor_id]) person
    where (student_id, tutor_id) in ((new.blocker_id, new.blocked_id), (new.blocked_id, new.blocker_id))
      and state in ('completed', 'missed');
  end if;
  return null;
end $$;
create trigger end_board_connections after update of state on bookings
  for each row when (old.state in ('approved', 'active', 'completed', 'missed') and new.state = 'cancelled')
  execute function end_board_connections();
create trigger end_board_connections after delete on enrolments
  for each row execute function end_board_connections();
create trigger end_board_connections after insert on blocks
  for each row execute function end_board_connections();
