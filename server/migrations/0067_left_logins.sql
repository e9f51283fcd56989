-- What counts against a person who deletes their account and returns with the same login, so that returning undoes no block
-- and no limit. Without our secret nobody can identify a login from this.
create table left_logins (
  login_hash text primary key,
  left_at timestamptz not null,
  blocker_ids uuid[] not null,
  -- What they had the assistant spend on that day (UTC).
  tokens bigint not null,
  -- Whether they were suspended, so that nobody may sign in with it.
  suspended boolean not null
);

-- Since v0.1.0, nothing writes what audit_entries_action_check refuses: it only allows more.
alter table audit_entries
  drop constraint audit_entries_action_check,
  -- Operators decide little, so the table is small.
  -- squawk-ignore constraint-missing-not-valid
  add check (action in (
    'hide_post', 'show_post', 'remove_post', 'suspend_person', 'reinstate_person', 'close_account', 'uphold_report', 'dismiss_report',
    'settle_problem', 'refund_booking', 'retry_refund', 'settle_refund'
  ));

-- For the product, which otherwise only reads the assistant's views.
create function tokens_spent(person uuid, of_day date) returns bigint language sql stable as $$
  select coalesce((select tokens from assistant.usage where person_id = person and day = of_day), 0)
$$;
create function carry_tokens(person uuid, of_day date, spent bigint) returns void language sql as $$
  insert into assistant.usage as used (person_id, day, tokens) values (person, of_day, spent)
  on conflict (person_id, day) do update set tokens = used.tokens + excluded.tokens
$$;
