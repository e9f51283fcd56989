-- Who knows whose e-mail: people of a booking that was accepted. Who has only asked for one knows none.
create or replace view chat.bookings as
  select student_id as person_id, tutor_id as other_id, state <> 'requested' as acquainted
  from bookings where state in ('requested', 'approved', 'active', 'completed')
  union all
  select tutor_id, student_id, state <> 'requested'
  from bookings where state in ('requested', 'approved', 'active', 'completed');
