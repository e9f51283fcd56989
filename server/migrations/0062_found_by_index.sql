-- Closing an account finds by its person what they canceled, were invited to, drew, reported, and wrote to support.
create index bookings_cancelled_by on bookings (cancelled_by) where cancelled_by is not null;
create index invitations_person on invitations (person_id);
create index boards_owner on boards (owner_id);
create index reports_reporter on reports (reporter_id);
create index support_messages_email on support_messages (email);
-- The hourly sweep finds who left in the last days.
create index users_deleted on users (deleted_at) where deleted_at is not null;
-- A session's date that ends, moves, or is canceled gives its owner's time back.
create index reserved_times_of_occurrence on reserved_times (occurrence_id) where occurrence_id is not null;
-- Counts of follows leave out the suspended.
create index users_suspended on users (suspended_at) where suspended_at is not null;
