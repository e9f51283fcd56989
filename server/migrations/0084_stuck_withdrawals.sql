-- Since when a withdrawal has been in its state, and when operators were told that it is stuck there.
alter table withdrawals add column state_since timestamptz not null default now(), add column reported_at timestamptz;
update withdrawals set state_since = coalesce(done_at, created_at);
