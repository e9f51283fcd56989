-- The files of a reported message are looked at with it, and stay until the report is decided, whoever deletes them meanwhile.

-- What the product reads of the chat beside its messages.
create view readable_files as
  select members.person_id as reader_id, attachments.conversation_id, attachments.seq, attachments.place, attachments.name,
    attachments.type, attachments.object_key
  from chat.members join chat.attachments on attachments.conversation_id = members.conversation_id
  where attachments.seq is not null;

create table reported_files (
  id uuid primary key default uuidv7(),
  report_id uuid not null,
  seq int not null,
  place int not null,
  name text not null,
  type text not null,
  object_key text not null,
  unique (report_id, seq, place),
  foreign key (report_id, seq) references reported_messages on delete cascade
);
create index reported_files_of_object on reported_files (object_key);

-- What the chat asks before it removes what is stored.
create view chat.held_objects as
  select object_key from reported_files join reports on reports.id = report_id where reports.state = 'open';

drop view readable_messages;
create view readable_messages as
  select members.person_id as reader_id, messages.conversation_id, messages.seq, messages.sender_id as author_id,
    messages.text, messages.sent_at, deleted_at is not null as deleted
  from chat.members join chat.messages on messages.conversation_id = members.conversation_id;
alter table reported_messages drop column files;
