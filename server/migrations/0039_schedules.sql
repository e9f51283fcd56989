-- For when work that repeats by the clock was begun last: what a server that was off owes is done at its start.
create table platform.schedules (
  name text primary key,
  due_at timestamptz not null
);
