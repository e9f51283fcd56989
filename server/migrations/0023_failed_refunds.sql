-- A refund that failed for good is tried again, or settled by other means, by one of the people who run the place.
alter table refunds
  -- How often it was begun anew: each time is another refund to the provider.
  add column attempt int not null default 0 check (attempt >= 0),
  drop constraint refunds_state_check,
  -- `settled`: the student has the money by another way than the provider.
  add check (state in ('pending', 'done', 'failed', 'void', 'settled'));

create or replace function refuse_overrefund() returns trigger language plpgsql as $$
declare
  paid int;
  given int;
begin
  if new.state not in ('pending', 'done', 'settled') and tg_op = 'UPDATE' then
    return new;
  end if;
  select amount_cents into paid from payments where id = new.payment_id and state = 'paid' for update;
  select coalesce(sum(amount_cents), 0) into given
    from refunds where payment_id = new.payment_id and id <> new.id and state in ('pending', 'done', 'settled');
  if paid is null or given + new.amount_cents > paid then
    raise exception 'refunds of payment % would exceed what was paid', new.payment_id;
  end if;
  return new;
end $$;
drop trigger refuse_overrefund on refunds;
create trigger refuse_overrefund before insert or update of state on refunds
  for each row execute function refuse_overrefund();

alter table ledger_accounts
  drop constraint ledger_accounts_kind_check,
  drop constraint ledger_accounts_check2,
  add check (kind in (
    -- Of the platform: its balance at the provider, its fees, what the provider charged it, and what it keeps at the provider of
    -- refunds that it paid from elsewhere.
    'provider', 'platform_fees', 'provider_costs', 'settled_elsewhere',
    -- Of a booking: paid and not yet earned, owed back to the student, taken by a bank until a dispute is decided.
    'held', 'refunds', 'disputes',
    -- Of a tutor: earned and waiting, theirs to withdraw, disputed, on its way out, and what lies in their provider account.
    'pending', 'available', 'frozen', 'payouts', 'connected'
  )),
  add check ((kind in ('provider', 'platform_fees', 'provider_costs', 'settled_elsewhere')) = (balance_cents is null));
insert into ledger_accounts (kind) values ('settled_elsewhere');

alter table audit_entries
  drop constraint audit_entries_action_check,
  add check (action in (
    'hide_post', 'show_post', 'remove_post', 'suspend_person', 'reinstate_person', 'uphold_report', 'dismiss_report',
    'settle_problem', 'refund_booking', 'retry_refund', 'settle_refund'
  ));
