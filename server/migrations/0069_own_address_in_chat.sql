-- A person's own address, confirmed or not: the view of people hides one that isn't from the others.
create or replace view chat.logins as
  select logins.id, user_id as person_id, token, least(expires_at, logins.created_at + interval '30 days') as expires_at,
    users.email
  from logins join users on users.id = user_id
  where suspended_at is null and deleted_at is null;
