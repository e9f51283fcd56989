-- The words of deleted and hidden posts stay counted. So whoever searches is shown a word only if a post still has it. Of a word that a
-- thousand posts came with, nobody needs to look: the index would first gather all of them.
create function still_posted(term text, came_with int) returns boolean language sql stable set enable_seqscan = off as $$
  select came_with > 1000 or exists (select from posts where words @@ quote_literal(term)::tsquery)
$$;

-- Loads pg_trgm: before, only a superuser may set its threshold.
select show_limit();

-- As in 0006. "offset 0" keeps the order: only so many words are looked for.
create or replace function similar_words(term text) returns table (word text, posts int)
language sql stable set pg_trgm.similarity_threshold = 0.14 as $$
  select word, posts from (
    select word, posts from post_words
    where word % term and levenshtein_less_equal(word, term, 2) <= 2
    order by levenshtein(word, term), posts desc offset 0
  ) nearest
  where still_posted(word, posts) limit 20
$$;

create function assistant.still_read(term text, came_with int) returns boolean language sql stable set enable_seqscan = off as $$
  select came_with > 1000 or exists (select from assistant.passages where words @@ quote_literal(term)::tsquery)
$$;

-- The last turn in which the document was read: the people who posted take turns, as with pictures (0045).
create sequence assistant.reading_turns;
alter table assistant.documents add reading_turn bigint not null default 0;
create index documents_waiting on assistant.documents (id) where state in ('waiting', 'reading');
-- The last page that was read, of a document that has more text than the assistant reads.
alter table assistant.documents add read_to int;
