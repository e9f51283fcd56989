-- A message that is reported is kept for the operators as it was, with those around it: whoever wrote it can delete it.

-- What the product reads of the chat where one of a conversation's two people reports a message of the other.
create view readable_messages as
  select members.person_id as reader_id, messages.conversation_id, messages.seq, messages.sender_id as author_id,
    messages.text, messages.sent_at,
    array(select name from chat.attachments
      where attachments.conversation_id = messages.conversation_id and attachments.seq = messages.seq order by place) as files,
    deleted_at is not null as deleted
  from chat.members join chat.messages on messages.conversation_id = members.conversation_id;

alter table reports
  -- Of a message: without foreign keys, as the conversation is another service's.
  add column conversation_id uuid,
  add column message_seq int,
  add constraint reports_of_messages check (num_nulls(conversation_id, message_seq) in (0, 2)),
  add constraint reports_of_one_thing check (post_id is null or message_seq is null);

drop index reports_once_a_person;
create unique index reports_once_a_person on reports (reporter_id, person_id)
  where state = 'open' and post_id is null and message_seq is null;
create unique index reports_once_a_message on reports (reporter_id, conversation_id, message_seq)
  where state = 'open' and message_seq is not null;

create table reported_messages (
  report_id uuid not null references reports on delete cascade,
  seq int not null,
  author_id uuid not null references users,
  -- Null where it was only files, was deleted before, or its author has left since.
  text text,
  files text[] not null,
  deleted boolean not null,
  sent_at timestamptz not null,
  primary key (report_id, seq)
);
create index reported_messages_of_author on reported_messages (author_id);
