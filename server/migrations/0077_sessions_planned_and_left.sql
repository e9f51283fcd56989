-- A session whose answer was lost is planned again with the id that the client gave it: it is the same one. Once it is
-- deleted, the form plans another.
alter table sessions add column client_id uuid;
-- Since v0.1.0, nothing writes what sessions_planned_once refuses: it leaves the new column empty.
create unique index sessions_planned_once on sessions (owner_id, client_id) where deleted_at is null and client_id is not null;

-- Who left a free session keeps the meetings that they came to in their list.
create index attendances_of_person on attendances (person_id) where occurrence_id is not null;
