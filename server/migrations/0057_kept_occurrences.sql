-- A meeting's board stays with it, and so does what was written beside its call: an occurrence that has one outlives being dropped from
-- its session's plan, as a canceled one. Kept, not refused: the last release's servers would fail to save such a plan. A row is locked
-- before its trigger looks, so a board that somebody is just opening is seen, too.
create function keep_occurrence() returns trigger language plpgsql as $$
begin
  if exists (select from boards where occurrence_id = old.id) or exists (select from meeting_rooms where occurrence_id = old.id) then
    return null;
  end if;
  return old;
end $$;
create trigger keep_occurrence before delete on occurrences for each row execute function keep_occurrence();
