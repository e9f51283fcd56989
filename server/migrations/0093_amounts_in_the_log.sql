-- What the student got back by an operator's decision about money; zero if nothing. Null for other actions, and in entries from before.
alter table audit_entries add column amount_cents bigint check (amount_cents >= 0);
