-- An export leaves out what the pages withhold (server/assistant/documents/readable.ts): also an answer that went by a document whose
-- author blocks the person, or is blocked by them.
create or replace view dialogues_of_people as
  select dialogues.person_id, dialogues.name, dialogues.post_id, dialogues.created_at,
    (select coalesce(json_agg(json_build_object('asked_at', created_at, 'question', question,
       'quoted', selected_text, 'answer', answer, 'state', state) order by id), '[]')
     from assistant.exchanges where dialogue_id = dialogues.id and not exists (
       select from assistant.sources left join assistant.passages on passages.id = passage_id
         left join assistant.posts on posts.document_id = passages.document_id
           and (posts.visible or posts.author_id = dialogues.person_id)
           and posts.author_id <> all ((select assistant.hidden_people(dialogues.person_id))::uuid[])
       where exchange_id = exchanges.id and posts.id is null
     )) as messages
  from assistant.dialogues;
