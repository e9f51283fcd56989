-- When a meeting gets more room than a call between browsers carries, its call moves to the media server, and whoever is in it enters it
-- there.
create function end_moved_call() returns trigger language plpgsql as $$
begin
  perform pg_notify('live', json_build_object('end', 'meeting:' || new.id)::text);
  return null;
end $$;
create trigger end_moved_call after update of kind on meeting_rooms
  for each row when (new.kind <> old.kind) execute function end_moved_call();
