-- The provider keeps its failures by idempotency key as it keeps its answers: the next try needs a key of its own.
alter table payments add column checkout_attempt int not null default 0 check (checkout_attempt >= 0);
