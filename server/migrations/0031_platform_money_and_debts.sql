-- What the platform puts into its balance at the provider or takes out of it, and what a person owes who left and came again.
alter table ledger_accounts
  drop constraint ledger_accounts_kind_check,
  drop constraint ledger_accounts_check2,
  add check (kind in (
    -- Of the platform: its balance at the provider, its fees, what the provider charged it, what it keeps at the provider of
    -- refunds that it paid from elsewhere, and what it put in there itself, less what it took out.
    'provider', 'platform_fees', 'provider_costs', 'settled_elsewhere', 'platform_funds',
    -- Of a booking: paid and not yet earned, owed back to the student, taken by a bank until a dispute is decided.
    'held', 'refunds', 'disputes',
    -- Of a tutor: earned and waiting, theirs to withdraw, disputed, on its way out, and what lies in their provider account.
    'pending', 'available', 'frozen', 'payouts', 'connected'
  )),
  add check (
    (kind in ('provider', 'platform_fees', 'provider_costs', 'settled_elsewhere', 'platform_funds')) = (balance_cents is null));
insert into ledger_accounts (kind) values ('platform_funds');

-- A login of an account that is closed and had earned: a keyed hash of provider and subject, which says nothing of a person,
-- and by which what the account owes is found when the same login comes again.
create table closed_logins (
  login_hash text not null,
  user_id uuid not null references users,
  primary key (login_hash, user_id)
);

-- What one account owed and another took over, both of one login.
create table carried_debts (
  id uuid primary key default uuidv7(),
  from_id uuid not null references users,
  to_id uuid not null references users,
  amount_cents bigint not null check (amount_cents > 0),
  carried_at timestamptz not null,
  check (from_id <> to_id)
);
create index carried_debts_from on carried_debts (from_id);
create index carried_debts_to on carried_debts (to_id);

alter table ledger_transactions
  drop constraint ledger_transactions_check,
  add check (num_nonnulls(booking_id, withdrawal_id, provider_ref) > 0 or kind = 'debt_carried');

create or replace function keep_balance() returns trigger language plpgsql as $$
declare
  account ledger_accounts;
  cause text;
begin
  update ledger_accounts set balance_cents = balance_cents + new.amount_cents
    where id = new.account_id and balance_cents is not null returning * into account;
  if account.id is null then
    return null;
  end if;
  if account.kind in ('connected', 'disputes') then
    if account.balance_cents > 0 then
      raise exception 'there is not so much in ledger account %', account.id
        using errcode = 'check_violation', constraint = 'ledger_not_below_zero';
    end if;
  elsif account.balance_cents < 0 and new.amount_cents < 0 then
    select kind into cause from ledger_transactions where id = new.transaction_id;
    if account.kind <> 'available' or cause not in ('refund_owed', 'disputed', 'dispute_lost', 'debt_carried') then
      raise exception 'there is not so much in ledger account %', account.id
        using errcode = 'check_violation', constraint = 'ledger_not_below_zero';
    end if;
  end if;
  return null;
end $$;
