-- A session can move onto a day on which it was canceled: only one occurrence of a day takes place, and a canceled one stays for the
-- places it had.
-- Since v0.1.0, nothing writes what occurrences_one_a_day refuses: it allows more than the constraint it replaces.
create unique index occurrences_one_a_day on occurrences (session_id, date) where state <> 'cancelled';

-- Since v0.1.0, nothing uses occurrences unique (session_id, date): no statement names it for a conflict.
alter table occurrences drop constraint occurrences_session_id_date_key;
