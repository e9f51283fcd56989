-- Nobody is invited across a block, or to a session that is deleted. A block takes its two people, and a deletion its session, so an
-- invitation either waits for them and is refused here, or they wait for it and withdraw it. (The server locks the people first, as
-- for enrolling.)
create function refuse_invitation() returns trigger language plpgsql as $$
declare
  of sessions;
begin
  select * into of from sessions where id = new.session_id for share;
  if of.deleted_at is not null or of.owner_id = new.person_id or exists (
    select from blocks
    where (blocker_id, blocked_id) in ((of.owner_id, new.person_id), (new.person_id, of.owner_id))
  ) then
    raise exception 'nobody is invited here' using errcode = 'check_violation', constraint = 'invitation_allowed';
  end if;
  return new;
end $$;
create trigger refuse_invitation before insert on invitations for each row execute function refuse_invitation();
