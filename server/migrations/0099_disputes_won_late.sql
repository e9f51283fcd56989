-- Of a dispute that was lost before its booking was credited, and is won after that, the earning gets what the bank took: `taken_cents`
-- may be below zero.
-- Since v0.1.0, nothing writes what earnings_check refuses: it only allows more.
alter table earnings
  drop constraint earnings_check,
  -- squawk-ignore constraint-missing-not-valid
  add constraint earnings_check check (taken_cents <= amount_cents);
