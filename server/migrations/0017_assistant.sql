-- The assistant: what it has read of the documents, and people's dialogues with it. What it knows of the product it
-- reads through the views and functions here; what the product needs of it are those at the end.

create schema assistant;

-- Each post has one document. Whether a person may open it is for each query to ask (server/assistant/documents/readable.ts).
create view assistant.posts as
  select id, author_id, course_id, document_id, title, visible, created_at from posts;

-- The newest documents of a course are a list now.
drop index posts_course;
create index posts_course on posts (course_id, id);

create view assistant.files as
  select id, name, type, object_key, coalesce(pages, 1) as pages from files where state = 'accepted';

create view assistant.people as select id, username, name from users;

create view assistant.course_members as
  select course_id, author_id as person_id from posts
  union all
  select sections.course_id, classes.user_id from classes join sections on sections.id = classes.section_id;

create function assistant.hidden_people(person uuid) returns uuid[] language sql stable parallel safe as $$
  select public.hidden_people(person)
$$;

-- A document as it was read. Its id is the product's for its file, whose bytes never change, so a document is read once.
create table assistant.documents (
  id uuid primary key,
  course_id int not null,
  state text not null default 'waiting' check (state in ('waiting', 'reading', 'done', 'failed')),
  pages int not null check (pages >= 1),
  pages_done int not null default 0 check (pages_done between 0 and pages),
  picture_pages int[] not null default '{}',
  -- ISO 639-1, and PostgreSQL's name for how to stem it.
  language text check (language ~ '^[a-z]{2}$'),
  configuration regconfig not null default 'simple',
  -- Its post is deleted; its passages go in the background.
  gone boolean not null default false,
  created_at timestamptz not null,
  finished_at timestamptz,
  -- What follows a document to another course.
  unique (id, course_id),
  check ((state in ('done', 'failed')) = (finished_at is not null)),
  check (state <> 'done' or pages_done = pages)
);
create index documents_gone on assistant.documents (id) where gone;

create table assistant.passages (
  id uuid primary key default uuidv7(),
  document_id uuid not null,
  course_id int not null,
  page int not null check (page >= 1),
  -- Its place among the passages of its page.
  place int not null check (place >= 0),
  heading text check (length(heading) between 1 and 300),
  text text not null check (length(text) between 1 and 4000),
  -- Fractions of the page: [x, y, width, height] of each line.
  boxes jsonb not null default '[]',
  -- Headings weigh more (A).
  words tsvector not null,
  unique (document_id, page, place),
  foreign key (document_id, course_id) references assistant.documents (id, course_id)
    on update cascade on delete cascade
);
-- One look finds the passages of a course that have a word, however many other courses have it. What is new waits in a short
-- list, which every search reads, and is put in sorted: a passage at a time would cost ten times as much.
create index passages_words on assistant.passages using gin (course_id, words) with (gin_pending_list_limit = 512);

-- How many passages came with each word: what tells a question's rare words, which matter, from its common ones, and what
-- mistyped ones are mended by. Never counted down.
create table assistant.words (
  word text collate "C" primary key,
  passages int not null
) with (fillfactor = 70);
create index words_trgm on assistant.words using gin (word gin_trgm_ops);

-- Counts a document's words, once it is read: batch by batch, each of its words would be written many times. They are taken in
-- one order, so that two writers can't wait for each other.
create function assistant.count_words(document uuid) returns void language sql as $$
  insert into assistant.words (word, passages)
    select word, count(*) from assistant.passages, unnest(tsvector_to_array(words)) word
    where document_id = document and length(word) <= 60 group by word order by word
  on conflict (word) do update set passages = assistant.words.passages + excluded.passages
$$;

-- The known word that a mistyped one most likely stands for: one mistake in four to six letters, two in more. Null when
-- none is close; what has digits is taken at its word.
create function assistant.mended(term text) returns text
language sql stable set pg_trgm.similarity_threshold = 0.3 as $$
  select word from assistant.words
  where length(term) >= 4 and term !~ '[0-9]' and word % term
    and levenshtein_less_equal(word, term, 2) <= case when length(term) < 7 then 1 else 2 end
  order by levenshtein(word, term), passages desc limit 1
$$;

-- What a passage is found by: stemmed as its language does, a heading's words before others.
create function assistant.passage_words(configuration regconfig, heading text, body text) returns tsvector
language sql immutable parallel safe as $$
  select setweight(to_tsvector(configuration, plain_words(coalesce(heading, ''))), 'A')
    || to_tsvector(configuration, plain_words(body))
$$;

-- The words of a question: each as all the configurations stem it, and in how many passages it is; mended where nobody
-- knows it. What the first configuration takes for a filler is none.
create function assistant.question_words(configurations regconfig[], question text)
returns table (place bigint, stems text[], passages bigint)
language sql stable as $$
  select min(typed.place), stems, max(known.passages)
  from (
      select left(word, 60) as word, place
      from string_to_table(plain_words(question), ' ') with ordinality as split (word, place)
      where word <> '' and place <= 400
    ) typed,
    lateral (
      select array_agg(distinct lexeme order by lexeme) as plain
      from unnest(configurations) configuration, unnest(tsvector_to_array(to_tsvector(configuration, word))) lexeme
    ) stemmed,
    lateral (select coalesce(sum(words.passages), 0) as passages from assistant.words where words.word = any (plain)) counted,
    lateral (
      select case when counted.passages > 0 then plain
        else array_remove(array(select distinct assistant.mended(stem) from unnest(plain) stem), null) end as mended
    ) looked,
    lateral (select case when cardinality(mended) > 0 then mended else plain end as stems) chosen,
    lateral (select coalesce(sum(words.passages), 0)::bigint as passages from assistant.words where words.word = any (stems)) known
  where plain is not null and length(to_tsvector(configurations[1], word)) > 0
  group by stems
$$;

create table assistant.dialogues (
  id uuid primary key default uuidv7(),
  person_id uuid not null,
  post_id uuid not null,
  name text not null check (length(name) between 1 and 120),
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create index dialogues_person on assistant.dialogues (person_id, updated_at desc, id desc);

-- A question and its answer. While the answer is written, `answering_until` says when its writer counts as dead.
create table assistant.exchanges (
  id uuid primary key default uuidv7(),
  dialogue_id uuid not null references assistant.dialogues on delete cascade,
  person_id uuid not null,
  client_id uuid not null,
  -- The document that was open.
  post_id uuid not null,
  question text not null check (length(question) <= 4000),
  selected_text text check (length(selected_text) between 1 and 4000),
  selected_page int,
  mode text not null check (mode in ('explain', 'hint')),
  answer text not null default '',
  state text not null default 'answering' check (state in ('answering', 'done', 'stopped', 'failed')),
  grounded boolean not null default false,
  model text,
  attempt int not null default 1,
  answering_until timestamptz,
  created_at timestamptz not null,
  unique (dialogue_id, client_id),
  check (question <> '' or selected_text is not null),
  check ((state = 'answering') = (answering_until is not null))
);
create index exchanges_of_dialogue on assistant.exchanges (dialogue_id, id desc);
create index exchanges_answering on assistant.exchanges (person_id) where state = 'answering';

-- What an answer was given to go by; `cited` where it did. A passage that is gone leaves its row, which says so.
create table assistant.sources (
  exchange_id uuid not null references assistant.exchanges on delete cascade,
  number int not null check (number between 1 and 20),
  passage_id uuid references assistant.passages on delete set null,
  quote text check (length(quote) between 1 and 4000),
  cited boolean not null default false,
  primary key (exchange_id, number)
);
create index sources_passage on assistant.sources (passage_id);

-- Tokens of a person's day (UTC): reserved before a model is asked, settled when it is done.
create table assistant.usage (
  person_id uuid not null,
  day date not null,
  tokens bigint not null check (tokens >= 0),
  primary key (person_id, day)
);

-- A deleted post's document is nobody's any more, from the same moment.
create function assistant.lose_document() returns trigger language plpgsql as $$
begin
  update assistant.documents set gone = true where id = old.document_id;
  return null;
end $$;
create trigger assistant_loses_document after delete on posts
  for each row execute function assistant.lose_document();

-- A catalogue import may put a post under another course; its passages are found there at once.
create function assistant.follow_course() returns trigger language plpgsql as $$
begin
  update assistant.documents set course_id = new.course_id where id = new.document_id;
  return null;
end $$;
create trigger assistant_follows_course after update of course_id on posts
  for each row when (old.course_id is distinct from new.course_id) execute function assistant.follow_course();

-- For the product: a person's dialogues as their archive has them, and their end with the account.
create view dialogues_of_people as
  select dialogues.person_id, dialogues.name, dialogues.post_id, dialogues.created_at,
    (select coalesce(json_agg(json_build_object('asked_at', created_at, 'question', question,
       'quoted', selected_text, 'answer', answer, 'state', state) order by id), '[]')
     from assistant.exchanges where dialogue_id = dialogues.id and not exists (
       -- What went by a document that isn't there any more.
       select from assistant.sources left join assistant.passages on passages.id = passage_id
         left join assistant.posts on posts.document_id = passages.document_id
       where exchange_id = exchanges.id and coalesce(posts.visible or posts.author_id = dialogues.person_id, false) = false
     )) as messages
  from assistant.dialogues;

create function forget_dialogues(person uuid) returns void language sql as $$
  delete from assistant.dialogues where person_id = person;
  delete from assistant.usage where person_id = person;
$$;
