-- The version of the terms that each person of a booking was shown; empty for what was agreed to before it was kept.
alter table bookings
  add column student_terms_version text check (length(student_terms_version) between 1 and 40),
  add column tutor_terms_version text check (length(tutor_terms_version) between 1 and 40),
  add check (tutor_terms_version is null or tutor_agreed_at is not null);

-- Until when the bank takes evidence of a disputed payment; empty once we have sent it, or where it wants none.
alter table disputes add column answer_by timestamptz;
