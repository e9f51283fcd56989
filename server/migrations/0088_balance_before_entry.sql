-- As 0031, but before its entry is inserted, whose foreign key locks the account's row weakly. PostgreSQL 18 can't make the strong lock of
-- such a weak one while another transaction that has updated the row is being rolled back: "new multixact has more than one updating
-- member". Now each transaction waits for the row before it has any lock on it.
create or replace function keep_balance() returns trigger language plpgsql as $$
declare
  account ledger_accounts;
  cause text;
begin
  update ledger_accounts set balance_cents = balance_cents + new.amount_cents
    where id = new.account_id and balance_cents is not null returning * into account;
  if account.id is null then
    return new;
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
  return new;
end $$;
create or replace trigger keep_balance before insert on ledger_entries for each row execute function keep_balance();
