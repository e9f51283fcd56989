-- As for bookings (0055), what a suspension ends isn't begun beside it: a call under way waits for the suspension, and is refused.
create function refuse_suspended_person() returns trigger language plpgsql as $$
begin
  if is_suspended((to_jsonb(new) ->> tg_argv[0])::uuid) then
    raise exception 'this person is suspended' using errcode = 'check_violation', constraint = 'account_is_not_suspended';
  end if;
  return new;
end $$;

create trigger refuse_suspended before insert on sessions for each row execute function refuse_suspended_person('owner_id');
create trigger refuse_suspended before insert on enrolments for each row execute function refuse_suspended_person('person_id');
-- A withdrawal that is found at the provider after a restore has its transfer, and must be booked whoever made it.
create trigger refuse_suspended before insert on withdrawals for each row when (new.transfer_id is null)
  execute function refuse_suspended_person('user_id');
