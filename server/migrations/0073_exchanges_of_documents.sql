-- What a question went by is the document that was open, not its post: an author often replaces a document because something in it
-- must not be seen anymore (docs/decisions/0024). An older server, beside a newer one in an upgrade, knows only the post.
alter table assistant.exchanges add column document_id uuid;

-- What was asked before the document was replaced went by one that is gone: no document has that id.
update assistant.exchanges set document_id = case
    when posts.version_at is null or exchanges.created_at >= posts.version_at then posts.document_id
    else '00000000-0000-0000-0000-000000000000'
  end
from posts where posts.id = exchanges.post_id;

create or replace view dialogues_of_people as
  select dialogues.person_id, dialogues.name, dialogues.post_id, dialogues.created_at,
    (select coalesce(json_agg(json_build_object('asked_at', created_at, 'question', question,
       'quoted', selected_text, 'answer', answer, 'state', state) order by id), '[]')
     from assistant.exchanges where dialogue_id = dialogues.id and not exists (
       select from (
         select exchanges.post_id, exchanges.document_id
         union all
         select posts.id, passages.document_id from assistant.sources left join assistant.passages on passages.id = passage_id
           left join assistant.posts on posts.document_id = passages.document_id
         where exchange_id = exchanges.id
       ) used left join assistant.posts on posts.id = used.post_id
         and posts.document_id = coalesce(used.document_id, posts.document_id)
         and (posts.visible or posts.author_id = dialogues.person_id)
         and posts.author_id <> all ((select assistant.hidden_people(dialogues.person_id))::uuid[])
       where posts.id is null
     )) as messages
  from assistant.dialogues;
