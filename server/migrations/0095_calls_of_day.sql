-- How often each caller has made each call with a daily limit on a day of UTC. Who it was is only known by a keyed hash: of somebody signed
-- out it stands for an address, which is kept nowhere for a day. Unlogged, like platform.call_counts.
create unlogged table platform.calls_of_day (
  call text not null,
  caller text not null,
  day date not null,
  count int not null,
  primary key (call, caller)
);
create index calls_of_day_day on platform.calls_of_day (day);
