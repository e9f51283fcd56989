-- A message to support whose answer was lost is sent again with the id that the client gave it: it is the same one.
alter table support_messages add column client_id uuid;
-- Since v0.1.0, nothing writes what support_messages_sent_once refuses: it leaves the new column empty.
create unique index support_messages_sent_once on support_messages (user_id, client_id) nulls not distinct where client_id is not null;
