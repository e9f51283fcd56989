-- A student's words about a meeting go once they have left and the problem is settled; until then, the operators need them.
-- Since v0.1.0, nothing writes what booking_problems_details_check refuses: it only allows more.
alter table booking_problems
  drop constraint booking_problems_details_check,
  -- Few meetings have a problem, so the table is small.
  -- squawk-ignore constraint-missing-not-valid
  add constraint booking_problems_details_check check (length(details) <= 2000 and (details <> '' or outcome is not null));
