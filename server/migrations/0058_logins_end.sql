-- A login ends after thirty days, however much it is used (server/product/logins/read-login.ts). Use renews it for a week each time, so it
-- would outlive that by up to a week: for calls it had ended, while alerts were still pushed to it and its sockets still heard.
create function cap_login() returns trigger language plpgsql as $$
begin
  new.expires_at := least(new.expires_at, new.created_at + interval '30 days');
  return new;
end $$;
create trigger cap_login before insert or update of expires_at on logins for each row execute function cap_login();
update logins set expires_at = expires_at where expires_at > created_at + interval '30 days';
create index logins_expires_at on logins (expires_at);
