-- Whether a tie lets the other write again to a person who declined their request: not that they enrolled in the person's session or
-- asked for a booking, which anybody can do.
create or replace view chat.ties as
  select follower_id as person_id, followed_id as other_id, true as reopens from follows
  union all
  select student_id, tutor_id, true from bookings where state in ('requested', 'approved', 'active', 'completed')
  union all
  select tutor_id, student_id, state <> 'requested' from bookings where state in ('requested', 'approved', 'active', 'completed')
  union all
  select enrolments.person_id, owner_id, true from enrolments join sessions on sessions.id = session_id
  union all
  select owner_id, enrolments.person_id, false from enrolments join sessions on sessions.id = session_id;
