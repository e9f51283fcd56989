-- Whose a claim is, as a keyed hash of the login: whose first sign-in fails after it can claim the name again.
alter table username_claims add column login_hash text;

create function claim_username(wanted citext, login text) returns boolean language plpgsql as $$
begin
  perform lock_usernames(wanted::text);
  if exists (select from users where username = wanted)
    or exists (select from former_usernames where username = wanted)
    or exists (select from held_usernames where name_hash = username_hash(wanted)) then
    return false;
  end if;
  insert into username_claims as known (username, login_hash) values (wanted, login)
  on conflict (username) do update set claimed_at = now() where known.login_hash = login;
  return found;
end $$;

-- The release before claims in this form, for nobody.
create or replace function claim_username(wanted citext) returns boolean language sql as $$
  select claim_username(wanted, null)
$$;
