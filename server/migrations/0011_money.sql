-- Money: a double-entry ledger of whatever moves, the tutors' earnings, and their way to a bank account.

-- The platform's fee comes on top of the tutor's price, and is frozen with it.
alter table bookings add column fee_cents int not null default 0 check (fee_cents >= 0);

create or replace function guard_booking() returns trigger language plpgsql as $$
begin
  if (new.tutor_id, new.student_id, new.starts_at, new.ends_at, new.kind, new.rate_cents, new.amount_cents, new.fee_cents, new.refund_policy)
    is distinct from
    (old.tutor_id, old.student_id, old.starts_at, old.ends_at, old.kind, old.rate_cents, old.amount_cents, old.fee_cents, old.refund_policy)
  then
    raise exception 'a booking keeps its people, its time and its price';
  end if;
  if new.state is distinct from old.state and (old.state, new.state) not in (
    ('held', 'requested'), ('held', 'approved'), ('held', 'expired'), ('held', 'cancelled'),
    ('requested', 'approved'), ('requested', 'declined'), ('requested', 'lapsed'), ('requested', 'cancelled'),
    ('approved', 'active'), ('approved', 'missed'), ('approved', 'cancelled'),
    ('active', 'completed'), ('active', 'missed'), ('active', 'cancelled')
  ) then
    raise exception 'a booking that is % does not become %', old.state, new.state;
  end if;
  return new;
end $$;

alter table refunds
  -- What of it is the tutor's price, and what the platform's fee.
  add column price_cents int,
  add column fee_cents int not null default 0 check (fee_cents >= 0),
  -- Why the provider wouldn't, or the bank sent it back.
  add column failure text,
  drop constraint refunds_payment_id_reason_key,
  drop constraint refunds_reason_check,
  drop constraint refunds_state_check;
update refunds set price_cents = amount_cents;
alter table refunds
  alter column price_cents set not null,
  add check (price_cents >= 0 and price_cents + fee_cents = amount_cents),
  -- `problem`: what the student reported; `operator`: given by one of the people who run the place; `provider`: made there.
  add check (reason in ('declined', 'lapsed', 'missed', 'cancelled', 'late', 'problem', 'operator', 'provider')),
  -- `void`: not made, since a lost dispute had given it back.
  add check (state in ('pending', 'done', 'failed', 'void'));
-- A step taken twice gives back once; people may give more than once.
create unique index refunds_once_a_step on refunds (payment_id, reason) where reason not in ('operator', 'provider');

create or replace function refuse_overrefund() returns trigger language plpgsql as $$
declare
  paid int;
  given int;
begin
  select amount_cents into paid from payments where id = new.payment_id and state = 'paid' for update;
  select coalesce(sum(amount_cents), 0) into given
    from refunds where payment_id = new.payment_id and id <> new.id and state in ('pending', 'done');
  if paid is null or given + new.amount_cents > paid then
    raise exception 'refunds of payment % would exceed what was paid', new.payment_id;
  end if;
  return new;
end $$;

-- A payment that the student's bank has taken back until it is decided.
create table disputes (
  -- The provider's name.
  id text primary key,
  payment_id uuid not null references payments,
  amount_cents int not null check (amount_cents > 0),
  reason text not null,
  state text not null default 'open' check (state in ('open', 'won', 'lost')),
  -- What of a lost one the tutor's price and the platform's fee bore.
  price_cents int not null default 0 check (price_cents >= 0),
  fee_cents int not null default 0 check (fee_cents >= 0),
  opened_at timestamptz not null,
  closed_at timestamptz,
  check ((state = 'open') = (closed_at is null)),
  check (price_cents + fee_cents <= case state when 'lost' then amount_cents else 0 end)
);
create index disputes_payment on disputes (payment_id);

-- What a tutor has earned with a booking: theirs to withdraw from `available_at` on, unless the student reports a problem before.
create table earnings (
  booking_id uuid primary key references bookings,
  tutor_id uuid not null references users,
  amount_cents int not null check (amount_cents > 0),
  -- What refunds and disputes took back since.
  taken_cents int not null default 0 check (taken_cents between 0 and amount_cents),
  available_at timestamptz not null,
  -- The account of the tutor's in which it lies, or last lay.
  state text not null default 'pending' check (state in ('pending', 'available', 'frozen'))
);
create index earnings_of_tutor on earnings (tutor_id, available_at);
create index earnings_due on earnings (available_at) where state = 'pending';

-- What a student says went wrong in a meeting, while its earnings wait.
create table booking_problems (
  booking_id uuid primary key references bookings,
  reason text not null check (reason in ('absent', 'short', 'quality', 'conduct', 'technical', 'other')),
  details text not null check (length(details) between 1 and 2000),
  created_at timestamptz not null,
  outcome text check (outcome in ('all', 'part', 'none')),
  -- What both are told.
  answer text check (length(answer) between 1 and 1000),
  settled_at timestamptz,
  check ((outcome is null) = (settled_at is null) and (outcome is null) = (answer is null))
);
create index booking_problems_open on booking_problems (created_at) where outcome is null;

alter table audit_entries
  add column booking_id uuid,
  drop constraint audit_entries_action_check,
  add check (action in (
    'hide_post', 'show_post', 'remove_post', 'suspend_person', 'reinstate_person', 'uphold_report', 'dismiss_report',
    'settle_problem', 'refund_booking'
  ));

-- One a person; the terms are agreed to before anything can be withdrawn.
create table wallets (
  user_id uuid primary key references users,
  created_at timestamptz not null,
  terms_version text,
  agreed_at timestamptz,
  check ((terms_version is null) = (agreed_at is null))
);

-- A tutor's account at the payment provider, from which their bank account is paid.
create table payout_accounts (
  user_id uuid primary key references users,
  -- The provider's name; empty until it has answered.
  account_id text unique,
  country text not null default 'US',
  currency text not null default 'usd',
  holder_type text not null default 'individual',
  details_submitted boolean not null default false,
  -- Whether it can receive transfers, and pay them out.
  transfers_active boolean not null default false,
  payouts_enabled boolean not null default false,
  -- What the provider still asks for, as it names it, and why it has stopped payouts.
  requirements text[] not null default '{}',
  disabled_reason text,
  bank_name text,
  bank_last4 text,
  created_at timestamptz not null,
  updated_at timestamptz not null
);

-- Money on its way from a wallet to a bank account. The id is part of the idempotency key of each call to the provider.
create table withdrawals (
  id uuid primary key,
  user_id uuid not null references users,
  amount_cents int not null check (amount_cents > 0),
  -- `requested`: taken from the wallet; `sent`: transferred and on its way to the bank; `returning`: coming back.
  state text not null default 'requested' check (state in ('requested', 'sent', 'paid', 'returning', 'failed')),
  account_id text not null,
  transfer_id text unique,
  payout_id text unique,
  reversal_id text unique,
  -- How often the provider had too little money there for the next step. It repeats such a refusal for a key it knows.
  shortages int not null default 0,
  -- Why it came back.
  failure text,
  created_at timestamptz not null,
  done_at timestamptz,
  check ((state in ('paid', 'failed')) = (done_at is not null)),
  check (state in ('requested', 'returning', 'failed') or (transfer_id is not null and payout_id is not null)),
  check ((failure is null) or state in ('returning', 'failed'))
);
create index withdrawals_of_person on withdrawals (user_id, id desc);
create index withdrawals_under_way on withdrawals (created_at) where state in ('requested', 'sent', 'returning');

-- The ledger. A credit is positive and a debit negative: what the platform owes is above zero, what it has elsewhere below.
create table ledger_accounts (
  id uuid primary key default uuidv7(),
  kind text not null check (kind in (
    -- Of the platform: its balance at the provider, its fees, what the provider charged it.
    'provider', 'platform_fees', 'provider_costs',
    -- Of a booking: paid and not yet earned, owed back to the student, taken by a bank until a dispute is decided.
    'held', 'refunds', 'disputes',
    -- Of a tutor: earned and waiting, theirs to withdraw, disputed, on its way out, and what lies in their provider account.
    'pending', 'available', 'frozen', 'payouts', 'connected'
  )),
  owner_id uuid references users,
  booking_id uuid references bookings,
  -- The sum of the entries, kept by the database. None for the platform's: every payment would wait for one row.
  balance_cents bigint,
  unique nulls not distinct (kind, owner_id, booking_id),
  check ((kind in ('pending', 'available', 'frozen', 'payouts', 'connected')) = (owner_id is not null)),
  check ((kind in ('held', 'refunds', 'disputes')) = (booking_id is not null)),
  check ((kind in ('provider', 'platform_fees', 'provider_costs')) = (balance_cents is null))
);
create index ledger_accounts_owner on ledger_accounts (owner_id) where owner_id is not null;
create index ledger_accounts_booking on ledger_accounts (booking_id) where booking_id is not null;

create table ledger_transactions (
  id uuid primary key default uuidv7(),
  kind text not null check (length(kind) between 1 and 40),
  -- Names the cause and the attempt: what has been written is never written again.
  key text not null unique,
  booking_id uuid references bookings,
  withdrawal_id uuid references withdrawals,
  -- The provider's object that moved the money, where one did.
  provider_ref text,
  at timestamptz not null,
  check (num_nonnulls(booking_id, withdrawal_id, provider_ref) > 0)
);
create index ledger_transactions_booking on ledger_transactions (booking_id);
create index ledger_transactions_withdrawal on ledger_transactions (withdrawal_id);
create index ledger_transactions_provider on ledger_transactions (provider_ref);

create table ledger_entries (
  transaction_id uuid not null references ledger_transactions,
  account_id uuid not null references ledger_accounts,
  amount_cents bigint not null check (amount_cents <> 0),
  primary key (transaction_id, account_id)
);
create index ledger_entries_account on ledger_entries (account_id, transaction_id);

-- What a person's statement shows of a transaction: above zero what they got, below what they paid or gave.
create table wallet_lines (
  transaction_id uuid not null references ledger_transactions,
  person_id uuid not null references users,
  -- Whether it moved their wallet, or the card they pay with.
  of text not null check (of in ('wallet', 'card')),
  amount_cents bigint not null check (amount_cents <> 0),
  counterpart_id uuid references users,
  primary key (transaction_id, person_id)
);
create index wallet_lines_of_person on wallet_lines (person_id, transaction_id desc);

create function balance_ledger() returns trigger language plpgsql as $$
begin
  if (select count(*) < 2 or sum(amount_cents) <> 0 from ledger_entries where transaction_id = new.transaction_id) then
    raise exception 'ledger transaction % does not sum to zero', new.transaction_id
      using errcode = 'check_violation', constraint = 'ledger_sums_to_zero';
  end if;
  return null;
end $$;
create constraint trigger ledger_entries_balance after insert on ledger_entries
  deferrable initially deferred for each row execute function balance_ledger();

create function require_entries() returns trigger language plpgsql as $$
begin
  if not exists (select from ledger_entries where transaction_id = new.id) then
    raise exception 'ledger transaction % has no entries', new.id
      using errcode = 'check_violation', constraint = 'ledger_sums_to_zero';
  end if;
  return null;
end $$;
create constraint trigger ledger_transactions_have_entries after insert on ledger_transactions
  deferrable initially deferred for each row execute function require_entries();

-- Keeps the balances, and refuses what there is no money for. A wallet alone can be below zero, and only by what was
-- earned with it going back; later earnings fill it.
create function keep_balance() returns trigger language plpgsql as $$
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
    if account.kind <> 'available' or cause not in ('refund_owed', 'disputed', 'dispute_lost') then
      raise exception 'there is not so much in ledger account %', account.id
        using errcode = 'check_violation', constraint = 'ledger_not_below_zero';
    end if;
  end if;
  return null;
end $$;
create trigger keep_balance after insert on ledger_entries for each row execute function keep_balance();

-- A balance moves by entries alone.
create function guard_ledger_account() returns trigger language plpgsql as $$
begin
  if pg_trigger_depth() < 2 or (new.id, new.kind, new.owner_id, new.booking_id) is distinct from (old.id, old.kind, old.owner_id, old.booking_id) then
    raise exception 'a ledger account changes by its entries alone';
  end if;
  return new;
end $$;
create trigger guard_ledger_account before update on ledger_accounts for each row execute function guard_ledger_account();
create trigger ledger_accounts_stay before delete on ledger_accounts for each row execute function refuse_change();
create trigger ledger_accounts_stay_all before truncate on ledger_accounts for each statement execute function refuse_change();
create trigger ledger_transactions_stay before update or delete on ledger_transactions for each row execute function refuse_change();
create trigger ledger_transactions_stay_all before truncate on ledger_transactions for each statement execute function refuse_change();
create trigger ledger_entries_stay before update or delete on ledger_entries for each row execute function refuse_change();
create trigger ledger_entries_stay_all before truncate on ledger_entries for each statement execute function refuse_change();
create trigger wallet_lines_stay before update or delete on wallet_lines for each row execute function refuse_change();
create trigger wallet_lines_stay_all before truncate on wallet_lines for each statement execute function refuse_change();

-- What a check of the ledger found, against itself and against the provider; nothing is mended by it.
create table ledger_checks (
  id uuid primary key default uuidv7(),
  at timestamptz not null,
  findings jsonb not null
);

alter table stripe_events
  -- Whose event it is, where it isn't the platform's own.
  add column account_id text,
  -- Why it is kept and not applied: of the other mode, or of an account that isn't one of ours.
  add column ignored text check (ignored in ('mode', 'account'));
drop index stripe_events_waiting;
create index stripe_events_waiting on stripe_events (received_at) where applied_at is null and ignored is null;
create index refunds_waiting on refunds (created_at) where state = 'pending';

-- Until when the provider's own lists have been read, for what its webhooks never told.
create table stripe_reads (
  list text primary key,
  read_until timestamptz not null
);

-- What was paid, given back and earned before there was a ledger.
create function post_before_ledger(
  cause text, named text, booking uuid, ref text, moment timestamptz, debit uuid, credit uuid, cents bigint
) returns void language plpgsql as $$
declare
  made uuid;
begin
  insert into ledger_transactions (kind, key, booking_id, provider_ref, at)
    values (cause, named, booking, ref, moment) returning id into made;
  insert into ledger_entries values (made, debit, -cents), (made, credit, cents);
  insert into wallet_lines
    select made, case when cause = 'earned' then tutor_id else student_id end, case when cause = 'earned' then 'wallet' else 'card' end,
      case when cause = 'paid' then -cents else cents end, case when cause = 'earned' then student_id else tutor_id end
    from bookings where id = booking and cause in ('paid', 'refund_sent', 'earned');
end $$;

do $$
declare
  platform uuid;
  held uuid;
  owed uuid;
  pending uuid;
  one record;
  back record;
  kept bigint;
begin
  insert into ledger_accounts (kind) values ('provider') returning id into platform;
  insert into ledger_accounts (kind) values ('platform_fees'), ('provider_costs');
  for one in
    select payments.id, payments.amount_cents, payments.payment_intent_id, payments.paid_at, bookings.id as booking_id, bookings.state,
      bookings.tutor_id, bookings.ends_at
    from payments join bookings on bookings.id = payments.booking_id where payments.state = 'paid' order by payments.paid_at
  loop
    insert into ledger_accounts (kind, booking_id, balance_cents) values ('held', one.booking_id, 0) returning id into held;
    insert into ledger_accounts (kind, booking_id, balance_cents) values ('refunds', one.booking_id, 0) returning id into owed;
    perform post_before_ledger('paid', 'paid:' || one.id, one.booking_id, one.payment_intent_id, one.paid_at, platform, held, one.amount_cents);
    kept := one.amount_cents;
    for back in select * from refunds where payment_id = one.id and state <> 'failed' order by created_at loop
      perform post_before_ledger('refund_owed', 'refund_owed:' || back.id, one.booking_id, null, back.created_at, held, owed, back.amount_cents);
      if back.state = 'done' then
        perform post_before_ledger('refund_sent', 'refund_sent:' || back.id, one.booking_id, back.refund_id, back.done_at, owed, platform, back.amount_cents);
      end if;
      kept := kept - back.amount_cents;
    end loop;
    if one.state in ('completed', 'cancelled') and kept > 0 then
      insert into ledger_accounts (kind, owner_id, balance_cents) values ('pending', one.tutor_id, 0)
        on conflict (kind, owner_id, booking_id) do nothing;
      select id into pending from ledger_accounts where kind = 'pending' and owner_id = one.tutor_id;
      perform post_before_ledger('earned', 'earned:' || one.booking_id, one.booking_id, null, one.ends_at, held, pending, kept);
      insert into earnings (booking_id, tutor_id, amount_cents, available_at)
        values (one.booking_id, one.tutor_id, kept, one.ends_at + interval '48 hours');
    end if;
  end loop;
end $$;
drop function post_before_ledger;
