-- What a person has still to read of the other's words, so that the product alerts of nothing that was read or deleted meanwhile.
create view unread_messages as
  select members.person_id, members.conversation_id, messages.seq
  from chat.members
    join chat.messages on messages.conversation_id = members.conversation_id and messages.seq > members.read_to
      and messages.sender_id = members.other_id
  where messages.deleted_at is null and members.folder <> 'declined';
