-- Since when a withdrawal has been in its state, and when operators were told that it is stuck there.
alter table withdrawals add column state_since timestamptz not null default now(), add column reported_at timestamptz;
update withdrawals set state_since = coalesce(done_at, created_at);

-- How often the provider failed to create the account. It repeats a failure for a key it knows.
alter table payout_accounts add column failed_attempts int not null default 0;
