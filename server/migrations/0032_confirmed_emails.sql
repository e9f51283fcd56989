-- An address belongs to whom a provider vouches for. One that is only claimed is kept, reserves nothing and gets no mail.
alter table users drop constraint users_email_key;
create unique index users_confirmed_email on users (email) where email_verified;
create index users_email on users (email);

-- Others know each other by confirmed addresses alone.
create or replace view chat.people as
  select id, username, name, case when email_verified then email end as email, picture_id, college, designation, search,
    suspended_at is null and deleted_at is null as present
  from users;
