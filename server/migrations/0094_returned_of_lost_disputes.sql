-- What a bank gave back of a lost dispute, since a refund had returned it before (`lost` at the provider, “partially won” on its
-- dashboard). Only the platform bore that.
-- Since v0.1.0, nothing writes what disputes_returned_check refuses: it is about the new column alone.
alter table disputes
  add column returned_cents int not null default 0 check (returned_cents >= 0),
  -- squawk-ignore constraint-missing-not-valid
  add constraint disputes_returned_check check (
    returned_cents = 0 or (state = 'lost' and price_cents + fee_cents + returned_cents <= amount_cents)
  );
