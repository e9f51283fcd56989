-- Whether everyone enrolled may enter a meeting, or only people who paid. It follows the session's price until the meeting begins, and
-- then stays: a price that changes later must neither shut people out of the boards and records of a meeting they were in, nor open
-- those of a paid one.
alter table occurrences add column free boolean not null default true;
update occurrences set free = false from sessions where sessions.id = session_id and rate_cents is not null;

create function price_occurrence() returns trigger language plpgsql as $$
begin
  select rate_cents is null into new.free from sessions where id = new.session_id;
  return new;
end $$;
-- One that moves hasn't begun, or was canceled and is planned again.
create trigger price_occurrence before insert or update of starts_at on occurrences for each row execute function price_occurrence();

-- By the moment of the change, which the server writes: the database's clock may be ahead of the server's.
create function price_upcoming() returns trigger language plpgsql as $$
begin
  update occurrences set free = new.rate_cents is null where session_id = new.id and starts_at > new.updated_at;
  return null;
end $$;
create trigger price_upcoming after update of rate_cents on sessions for each row
  when ((old.rate_cents is null) <> (new.rate_cents is null)) execute function price_upcoming();
