-- Somebody can give money back at the provider itself while a refund of ours is owed: then it counts as so much of ours.
alter table refunds
  -- Whether the provider has been asked for this attempt: it may be made by now, whatever we have heard.
  add column asked boolean not null default false,
  -- What of one made there was owed by other rows, which are less by it.
  add column of_owed_cents int not null default 0,
  add check (of_owed_cents between 0 and amount_cents),
  drop constraint refunds_amount_cents_check,
  -- Nothing is left of one that was made there in pieces.
  add check (amount_cents > 0 or (amount_cents = 0 and state = 'void'));
update refunds set asked = true where state = 'pending' and refund_id is null;
