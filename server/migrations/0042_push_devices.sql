-- Browsers in which a person has turned notifications on. One without a login is silent until the same person signs in there again.
create table push_devices (
  id uuid primary key default uuidv7(),
  user_id uuid not null references users on delete cascade,
  login_id uuid references logins on delete set null,
  -- Where its browser's push service takes messages, and the keys that only this browser can open them with (RFC 8030, RFC 8291).
  endpoint text not null unique check (length(endpoint) <= 1000),
  p256dh text not null check (length(p256dh) <= 100),
  auth text not null check (length(auth) <= 40),
  created_at timestamptz not null
);
create index push_devices_user_id on push_devices (user_id, id desc);
create index push_devices_login_id on push_devices (login_id);

create trigger refuse_closed_user_id before insert on push_devices
  for each row execute function refuse_closed_user_id();
