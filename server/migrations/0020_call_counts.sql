-- How often each caller has made each limited call in the minute that began with the first: shared by all servers, so that a limit
-- is what it says however many there are. Unlogged: a crash of the database forgets a minute, and counting costs no sync.
create schema platform;
create unlogged table platform.call_counts (
  call text not null,
  caller text not null,
  began_at timestamptz not null,
  count int not null,
  primary key (call, caller)
);
create index call_counts_began_at on platform.call_counts (began_at);
