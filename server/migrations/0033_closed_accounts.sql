-- The row of a closed account names nobody, and nothing of that person's is written again: a call that was under way when the
-- account closed waits for that and is refused.

update users set
  name = 'Deleted account', email = 'deleted+' || id || '@ignite.invalid', email_verified = false,
  username = case when username::text ~ '^deleted-' then username::text else 'deleted-' || left(md5(id::text), 10) end,
  image = null, picture_id = null, designation = null, college = null, description = null, hourly_rate_cents = null
where deleted_at is not null;
alter table users add constraint closed_accounts_name_nobody check (deleted_at is null or (
  name = 'Deleted account' and email::text = 'deleted+' || id || '@ignite.invalid' and not email_verified
  and username::text ~ '^deleted-' and image is null and picture_id is null and designation is null and college is null
  and description is null and hourly_rate_cents is null));

-- Whoever closes the account holds its row for update, so that this waits and then sees it closed. The row is found by its id
-- alone: a condition on deleted_at would be judged before the wait.
create function is_closed(person uuid) returns boolean language plpgsql as $$
declare
  closed timestamptz;
begin
  select deleted_at into closed from public.users where id = person for key share;
  return closed is not null;
end $$;

do $$
declare
  written record;
begin
  for written in select * from (values
    ('public', 'logins', 'user_id'), ('public', 'login_accounts', 'user_id'), ('public', 'files', 'owner_id'),
    ('public', 'posts', 'author_id'), ('public', 'follows', 'follower_id'), ('public', 'follows', 'followed_id'),
    ('public', 'blocks', 'blocker_id'), ('public', 'blocks', 'blocked_id'), ('public', 'saved_posts', 'user_id'),
    ('public', 'reading_positions', 'user_id'), ('public', 'document_views', 'viewer_id'), ('public', 'classes', 'user_id'),
    ('public', 'highlights', 'user_id'), ('public', 'reports', 'reporter_id'), ('public', 'support_messages', 'user_id'),
    ('public', 'schedules', 'user_id'), ('public', 'bookings', 'tutor_id'), ('public', 'bookings', 'student_id'),
    ('public', 'sessions', 'owner_id'), ('public', 'enrolments', 'person_id'), ('public', 'invitations', 'person_id'),
    ('public', 'meeting_messages', 'author_id'), ('public', 'alert_choices', 'user_id'),
    ('public', 'payout_accounts', 'user_id'), ('public', 'withdrawals', 'user_id'),
    ('chat', 'conversations', 'started_by'), ('chat', 'messages', 'sender_id'), ('chat', 'attachments', 'owner_id'),
    ('assistant', 'dialogues', 'person_id'), ('assistant', 'exchanges', 'person_id'), ('assistant', 'usage', 'person_id')
  ) list (schema, name, person)
  loop
    execute format($f$
      create or replace function refuse_closed_%1$s() returns trigger language plpgsql as $t$
      begin
        if new.%1$I is not null and public.is_closed(new.%1$I) then
          raise exception 'this account is closed' using errcode = 'check_violation', constraint = 'account_is_open';
        end if;
        return new;
      end $t$ $f$, written.person);
    execute format('create trigger refuse_closed_%1$s before insert on %2$I.%3$I for each row execute function refuse_closed_%1$s()',
      written.person, written.schema, written.name);
  end loop;
end $$;

-- A meeting's board belongs to its meeting, whoever planned it.
create trigger refuse_closed_owner_id before insert on boards for each row
  when (new.booking_id is null and new.occurrence_id is null) execute function refuse_closed_owner_id();
create trigger refuse_closed_user_id before insert on account_tasks for each row
  when (new.kind = 'export') execute function refuse_closed_user_id();

-- Others cause alerts, and needn't know who is gone: there is nobody to be told.
create function leave_closed_untold() returns trigger language plpgsql as $$
begin
  return case when is_closed(new.user_id) then null else new end;
end $$;
create trigger leave_closed_untold before insert on alerts for each row execute function leave_closed_untold();
