-- Refunds in parts, each rounded, can leave a booking cents of its fee and nothing of its price. It is credited, too: its earning, of
-- nothing, says so. Without it, what the booking still had was looked for where it no longer was.
-- Since v0.1.0, nothing writes what earnings_amount_cents_check refuses: it only allows more.
alter table earnings
  drop constraint earnings_amount_cents_check,
  -- squawk-ignore constraint-missing-not-valid
  add constraint earnings_amount_cents_check check (amount_cents >= 0);

insert into earnings (booking_id, tutor_id, amount_cents, available_at, state)
select bookings.id, tutor_id, 0, at,
  case when exists (
    select from disputes join payments on payments.id = payment_id
    where payments.booking_id = bookings.id and disputes.state = 'open') then 'frozen' else 'available' end
from ledger_transactions join bookings on bookings.id = ledger_transactions.booking_id
where ledger_transactions.kind = 'earned'
on conflict do nothing;
