-- What the check took out of a PDF, so that its owner is told also when they ask again.
alter table files add changes text[] not null default '{}';
alter table chat.attachments add changes text[] not null default '{}';
