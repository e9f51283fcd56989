-- Where to tell a person that their account was closed, until that mail is sent: nothing else has their address by then.
alter table account_tasks add column mail_to citext;
