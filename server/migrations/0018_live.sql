-- Live connections: how a browser proves whose its socket is, and how servers hear of what concerns the sockets of others.

-- Good for one connection and for half a minute. The socket lives as long as the login does.
create unlogged table live_tickets (
  hash bytea primary key check (length(hash) = 32),
  namespace text not null check (namespace ~ '^/[a-z]{1,20}$'),
  login_id uuid not null references logins on delete cascade,
  user_id uuid not null references users on delete cascade,
  expires_at timestamptz not null
);
create index live_tickets_expired on live_tickets (expires_at);
create index live_tickets_of_login on live_tickets (login_id);
create index live_tickets_of_person on live_tickets (user_id);

-- What socket.io's adapter sends between servers where it is too long for a notification; it empties the table itself.
create unlogged table live_attachments (
  id bigserial primary key,
  created_at timestamptz not null default now(),
  payload bytea not null
);

-- However a login ends, its sockets are closed on every server once that is committed.
create function end_live_connections() returns trigger language plpgsql as $$
begin
  perform pg_notify('live', json_build_object('end', 'login:' || old.id)::text);
  return null;
end $$;
create trigger logins_end_live_connections after delete on logins
  for each row execute function end_live_connections();
