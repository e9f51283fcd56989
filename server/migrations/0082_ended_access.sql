-- Whether the person who asked for an answer is still signed in, as the chat's view of logins (0015) says it.
create view assistant.logins as
  select logins.id, least(expires_at, logins.created_at + interval '30 days') as expires_at
  from logins join users on users.id = user_id
  where suspended_at is null and deleted_at is null;
