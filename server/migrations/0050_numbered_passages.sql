-- Passages are numbered as they are read, and the index knows in which block of 4,096, of 16,384 … of a million each is: of common words,
-- the newest passages are found without a look at all the others, as posts are (0006).
alter table assistant.passages add serial bigint generated always as identity;

-- The school of its course, which a search can be narrowed to: a school has too many courses to look at one after the other.
create view assistant.courses as select id, school_id from public.courses;
alter table assistant.passages add school_id int;
update assistant.passages set school_id = (select school_id from assistant.courses where courses.id = passages.course_id);
create function assistant.keep_school() returns trigger language plpgsql as $$
begin
  new.school_id := (select school_id from assistant.courses where courses.id = new.course_id);
  return new;
end $$;
create trigger keep_school before insert or update of course_id on assistant.passages
  for each row execute function assistant.keep_school();

drop index assistant.passages_words;
create index passages_words on assistant.passages using gin (
  school_id, course_id, ((serial >> 12)::int), ((serial >> 14)::int), ((serial >> 16)::int), ((serial >> 18)::int),
  ((serial >> 20)::int), words
) with (gin_pending_list_limit = 512);

-- A left join costs nothing where no column of the document is asked for.
create or replace view document_passages as
  select passages.id, document_id, passages.course_id, page, place, heading, text, passages.words, documents.configuration, boxes, serial,
    school_id
  from assistant.passages left join assistant.documents on documents.id = document_id;

create function assistant.newest_passage() returns bigint language sql stable as $$
  select last_value from assistant.passages_serial_seq
$$;

-- The query for passages with all of these words and phrases, null if they have nothing to look for; a broader one for the index;
-- whether a word that no document has stands for the nearest that one has; and how many passages came with the rarest of the words. The
-- last word may be unfinished, phrases are taken at their word. The broader query takes the words of a phrase in any order, and of those that an unfinished word can become the most common
-- ones: for a beginning, the index first gathers all passages that have any word with it. Words in plain form contain neither quotes
-- nor backslashes.
drop function document_query(text, text[]);
create function document_query(searched text, phrases text[])
returns table (query tsquery, broad tsquery, mended boolean, passages bigint)
language sql stable as $$
  with used as materialized (select assistant.configurations() as configurations),
  typed as (
    select left(word, 60) collate "C" as word, place, max(place) over () as last_place
    from string_to_table(plain_words(searched), ' ') with ordinality as split (word, place)
    where word <> '' and place <= 12
  ),
  stemmed as (
    select place, word, case when place = last_place and length(word) > 2 then array(
          select words.word from assistant.words
          where words.word > typed.word and words.word < typed.word || U&'\+10FFFF'
          order by passages desc, words.word limit 20
        ) else '{}' end as completions,
      array(
        select distinct lexeme
        from used, unnest(configurations) configuration, unnest(tsvector_to_array(to_tsvector(configuration, word))) lexeme
      ) as stems
    from typed where length(to_tsvector('english', word)) > 0
  ),
  looked_up as (
    select *, completions <> '{}' or exists (select from assistant.words where words.word = any (stems)) as known from stemmed
  ),
  understood as (
    select case when completions = '{}' then '{}' else array[quote_literal(word) || ':*'] end as beginning,
      array(select quote_literal(completion) from unnest(completions) completion) as completed,
      array(select quote_literal(word) from unnest(meant) word) as whole,
      not known and cardinality(meant) > 0 as mended,
      (select sum(words.passages) from assistant.words where words.word = any (completions || meant)) as passages
    from used, looked_up, lateral (
      select case when known then stems else coalesce(nullif(assistant.unswapped(configurations, word), '{}'),
        array_remove(array(select distinct assistant.mended(stem) from unnest(stems) stem), null)) end as meant
    ) mending
  ),
  wanted as (
    -- What nothing is near to is in no document.
    select coalesce(nullif(array_to_string(beginning || whole, ' | '), ''), quote_literal('~')) as words,
      coalesce(nullif(array_to_string(completed || whole, ' | '), ''), quote_literal('~')) as indexed, mended, passages
    from understood
    union all
    select phrased, regexp_replace(phrased, '<[-0-9]+>', '&', 'g'), false, null
    from used, unnest(phrases) said, lateral (
      select string_agg(distinct phrase::text, ' | ') as phrased
      from unnest(configurations) configuration, phraseto_tsquery(configuration, plain_words(said)) phrase
      where numnode(phrase) > 0
    ) spoken
  )
  select string_agg('(' || words || ')', ' & ')::tsquery, string_agg('(' || indexed || ')', ' & ')::tsquery, bool_or(mended),
    min(passages)
  from wanted where words <> ''
$$;
