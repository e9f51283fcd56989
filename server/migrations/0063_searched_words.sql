-- As document_query (0050), which servers before this use, but a query for each way in which documents are stemmed: a passage has all of
-- the words that aren't fillers in its own language. With one query for all, a document had to contain the fillers of its language, which
-- aren't indexed.
create function document_queries(searched text, phrases text[])
returns table (configuration regconfig, query tsquery, broad tsquery, mended boolean, passages bigint)
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
  understood as materialized (
    select word, completions, known, case when known then '{}' else coalesce(nullif(assistant.unswapped(configurations, word), '{}'),
        array_remove(array(select distinct assistant.mended(stem) from unnest(stems) stem), null)) end as nearest
    from used, looked_up
  ),
  meant as (
    select configuration, case when completions = '{}' then '{}' else array[quote_literal(word) || ':*'] end as beginning,
      array(select quote_literal(completion) from unnest(completions) completion) as completed,
      array(select quote_literal(whole) from unnest(whole) whole) as whole,
      not known and cardinality(nearest) > 0 as mended,
      (select sum(words.passages) from assistant.words where words.word = any (completions || whole)) as passages
    from used, unnest(configurations) configuration, understood,
      lateral (select tsvector_to_array(to_tsvector(configuration, word)) as stems) own,
      lateral (select case when known then stems else nearest end as whole) chosen
    -- In this language, it isn't a filler.
    where stems <> '{}'
  ),
  wanted as (
    -- What nothing is near to is in no document.
    select configuration, coalesce(nullif(array_to_string(beginning || whole, ' | '), ''), quote_literal('~')) as words,
      coalesce(nullif(array_to_string(completed || whole, ' | '), ''), quote_literal('~')) as indexed, mended, passages
    from meant
    union all
    select configuration, phrase::text, regexp_replace(phrase::text, '<[-0-9]+>', '&', 'g'), false, null
    from used, unnest(configurations) configuration, unnest(phrases) said,
      phraseto_tsquery(configuration, plain_words(said)) phrase
    where numnode(phrase) > 0
  ),
  asked as (
    select configuration, string_agg('(' || words || ')', ' & ')::tsquery as query,
      string_agg('(' || indexed || ')', ' & ')::tsquery as broad, bool_or(mended) as mended, min(passages) as passages
    from wanted group by configuration
  )
  -- The pages that were read before the language of their document was known aren't stemmed.
  select asked.configuration, coalesce(asked.query || plain.query, asked.query), asked.broad, asked.mended, asked.passages
  from asked left join asked plain on plain.configuration = 'simple'::regconfig
$$;

-- As in 0006, but a code that joins its letters and its number is also found by both apart: CS101 by "cs 101".
create or replace function post_document(post_title text, post_details text, of_course int, of_section int, post_number bigint)
returns tsvector language sql stable as $$
  select weighed_words(post_title, 'A')
    || weighed_words(concat_ws(' ', courses.code, replace(plain_words(courses.code), ' ', ''), nullif(apart, plain_words(courses.code)),
         courses.title, sections.crn, sections.title), 'B')
    || weighed_words(post_details, 'D')
    || array_to_tsvector('~s' || sections.id || array(
         select '~' || bits || '.' || (post_number >> bits) from unnest(array[10, 12, 14, 16, 18, 20]) bits))
  from courses, sections,
    regexp_replace(plain_words(courses.code), '([[:alpha:]])([0-9])', '\1 \2', 'g') apart
  where courses.id = of_course and sections.id = of_section
$$;
update posts set title = posts.title from courses
where courses.id = posts.course_id and visible and plain_words(courses.code) ~ '[[:alpha:]][0-9]';
