-- A paid place that its tutor has moved: until when its student can leave it with everything back. That is the new start for one who
-- saw the change before it, or came; who didn't has an hour more.
alter table bookings
  add column leave_until timestamptz,
  add check (leave_until is null or moved_from is not null);
update bookings set leave_until = starts_at where moved_from is not null;

-- What was made shorter after it was paid costs less, each time that it is: that is no step which is taken once.
alter table refunds
  drop constraint refunds_reason_check,
  add constraint refunds_reason_check check (
    reason in ('declined', 'lapsed', 'missed', 'cancelled', 'late', 'shortened', 'problem', 'operator', 'provider'));
drop index refunds_once_a_step;
create unique index refunds_once_a_step on refunds (payment_id, reason)
  where reason not in ('shortened', 'operator', 'provider');
