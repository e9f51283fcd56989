-- A name somebody had when they left: for 90 days nobody else may take it. It is kept as a hash, so that nothing tells who left.
create table held_usernames (
  name_hash bytea primary key,
  given_up_at timestamptz not null
);

create function username_hash(name citext) returns bytea language sql immutable parallel safe as $$
  select sha256(convert_to(lower(name::text), 'UTF8'))
$$;

create function is_username_held(wanted citext, at timestamptz) returns boolean language sql stable as $$
  select exists (
    select from held_usernames where name_hash = username_hash(wanted) and given_up_at > at - interval '90 days')
$$;

create or replace function claim_username(wanted citext) returns boolean language plpgsql as $$
begin
  perform lock_usernames(wanted::text);
  if exists (select from users where username = wanted)
    or exists (select from former_usernames where username = wanted)
    or exists (select from held_usernames where name_hash = username_hash(wanted)) then
    return false;
  end if;
  insert into username_claims (username) values (wanted) on conflict do nothing;
  return found;
end $$;

create or replace function keep_usernames_apart() returns trigger language plpgsql as $$
declare
  -- The product's clock comes with the change; where it doesn't, the database's own counts.
  at timestamptz := now();
begin
  perform lock_usernames(old.username::text, new.username::text);
  if new.renamed_at is distinct from old.renamed_at then
    at := coalesce(new.renamed_at[cardinality(new.renamed_at)], at);
  end if;
  if exists (
    select from former_usernames
    where username = new.username and user_id <> new.id and given_up_at > at - interval '90 days'
  ) or is_username_held(new.username, at) or exists (
    select from username_claims where username = new.username and claimed_at > now() - interval '1 hour'
  ) then
    raise exception 'this username is held' using errcode = 'unique_violation', constraint = 'users_username_held';
  end if;
  delete from former_usernames where username = new.username;
  insert into former_usernames (username, user_id, given_up_at) values (old.username, new.id, at);
  -- What is left of how the person came by the name; from now on only who gave it up may take it.
  delete from username_claims where username = old.username;
  return new;
end $$;

-- Whom an open report is about, where they have left since: their name, username and confirmed address.
alter table reports add column person_was jsonb check (person_was is null or person_id is not null);
create index reports_of_gone on reports (person_id) where person_was is not null;

-- What an event of the payment provider was about is enough once it is applied; the rest may name people.
update stripe_events set payload = jsonb_build_object('id', id, 'type', type, 'account', account_id,
  'livemode', payload->'livemode', 'data', jsonb_build_object('object', jsonb_build_object('id', payload #> '{data,object,id}')))
where applied_at is not null or ignored is not null;

-- What a session's owner wrote when they cancelled one of its times.
alter table occurrences add column remarks text check (length(remarks) between 1 and 2000);

-- Alerts keep ids; what people wrote is read where it stands, and goes with it.
update alerts set facts = facts - 'topic' - 'title' - 'remarks' where kind <> 'document_indexed';
