-- Since when the mail server refuses a person's address for good; null once the address changes, is confirmed anew, or the person asks.
alter table users add column email_refused_at timestamptz;
