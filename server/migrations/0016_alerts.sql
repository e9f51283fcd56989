-- Alerts as a screen: what is shown of them, what of it was seen, and what a person wants to be told how.

alter table alerts
  -- Names what caused it where the same can happen again, or be noticed twice.
  add column cause text check (length(cause) between 1 and 200),
  -- One that its reader has mailed only isn't on their screen.
  add column shown boolean not null default true,
  -- Which transaction wrote it: an id is older than its row is visible, so ids alone don't tell what a reader has seen.
  add column written_by xid8 not null default pg_current_xact_id();

create unique index alerts_of_cause on alerts (user_id, kind, cause) where cause is not null;
create index alerts_unread on alerts (user_id, id desc) where read_at is null and shown;

-- What a person chose otherwise than it is for everyone, for each group of kinds and each way to be told.
create table alert_choices (
  user_id uuid not null references users on delete cascade,
  alert_group text not null check (length(alert_group) between 1 and 40),
  channel text not null check (channel in ('in_app', 'mail')),
  wanted boolean not null,
  primary key (user_id, alert_group, channel)
);

-- Of what people are reminded.
create index bookings_coming on bookings (starts_at) where state in ('approved', 'active');
