-- A suspension cancels the person's bookings, so none may be made beside it. Whoever suspends holds the person's row for update: a
-- booking under way waits for that and is refused. As in is_closed, the row is found by its id alone, since a condition on
-- suspended_at would be judged before the wait.
create function is_suspended(person uuid) returns boolean language plpgsql as $$
declare
  suspended timestamptz;
begin
  select suspended_at into suspended from users where id = person for key share;
  return suspended is not null;
end $$;

create function refuse_suspended() returns trigger language plpgsql as $$
begin
  if is_suspended(new.tutor_id) or is_suspended(new.student_id) then
    raise exception 'this person is suspended' using errcode = 'check_violation', constraint = 'person_is_not_suspended';
  end if;
  return new;
end $$;
create trigger refuse_suspended before insert on bookings for each row execute function refuse_suspended();
