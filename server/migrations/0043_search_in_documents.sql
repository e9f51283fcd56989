-- For the product: the text of documents, and what a search in it means.

create view document_passages as
  select passages.id, document_id, passages.course_id, page, place, heading, text, passages.words, documents.configuration
  from assistant.passages join assistant.documents on documents.id = document_id;

create index documents_configuration on assistant.documents (configuration);

-- How the documents' words are stemmed: English, and all languages that occur, found by steps in the index.
create function assistant.configurations() returns regconfig[] language sql stable as $$
  with recursive step as (
    (select configuration from assistant.documents order by configuration limit 1)
    union all
    select (select documents.configuration from assistant.documents
      where documents.configuration > step.configuration order by documents.configuration limit 1)
    from step where step.configuration is not null
  )
  select array_agg(configuration) from (
    select configuration from step where configuration is not null
    union values ('english'::regconfig), ('simple')
  ) used
$$;

-- The known words that a text stands for if two neighboring letters of it were swapped, the most common mistake.
create function assistant.unswapped(configurations regconfig[], typed text) returns text[] language sql stable as $$
  select array(
    select distinct words.word
    from generate_series(1, length(typed) - 1) place,
      lateral (select overlay(typed placing reverse(substr(typed, place, 2)) from place::int) as swapped) neighbors,
      unnest(configurations) configuration,
      unnest(tsvector_to_array(to_tsvector(configuration, swapped))) lexeme
      join assistant.words on words.word = lexeme
    where length(typed) >= 4 and typed !~ '[0-9]')
$$;

-- The query for passages with all of these words and phrases, null if they have nothing to look for; a broader one that takes the
-- words of a phrase in any order, as the index does; and whether a word that no document has stands for the nearest that one has.
-- The last word may be unfinished, phrases are taken at their word. Words in plain form contain neither quotes nor backslashes.
create function document_query(searched text, phrases text[]) returns table (query tsquery, broad tsquery, mended boolean)
language sql stable as $$
  with used as materialized (select assistant.configurations() as configurations),
  typed as (
    select left(word, 60) collate "C" as word, place, max(place) over () as last_place
    from string_to_table(plain_words(searched), ' ') with ordinality as split (word, place)
    where word <> '' and place <= 12
  ),
  stemmed as (
    select place, word, place = last_place and length(word) > 2 and exists (
        select from assistant.words where words.word > typed.word and words.word < typed.word || U&'\+10FFFF'
      ) as begins,
      array(
        select distinct lexeme
        from used, unnest(configurations) configuration, unnest(tsvector_to_array(to_tsvector(configuration, word))) lexeme
      ) as stems
    from typed where length(to_tsvector('english', word)) > 0
  ),
  looked_up as (
    select *, begins or exists (select from assistant.words where words.word = any (stems)) as known from stemmed
  ),
  understood as (
    select case when begins then array[quote_literal(word) || ':*'] else '{}' end || array(
        select quote_literal(stem) from unnest(case when known then stems else nearest end) stem
      ) as alternatives,
      not known and cardinality(nearest) > 0 as mended
    from used, looked_up, lateral (
      select case when known then '{}' else coalesce(nullif(assistant.unswapped(configurations, word), '{}'),
        array_remove(array(select distinct assistant.mended(stem) from unnest(stems) stem), null)) end as nearest
    ) mending
  ),
  wanted as (
    -- What nothing is near to is in no document.
    select case when alternatives = '{}' then quote_literal('~') else array_to_string(alternatives, ' | ') end as words, mended
    from understood
    union all
    select (select string_agg(distinct phrase::text, ' | ')
      from used, unnest(configurations) configuration, phraseto_tsquery(configuration, plain_words(said)) phrase
      where numnode(phrase) > 0), false
    from unnest(phrases) said
  )
  select whole::tsquery, regexp_replace(whole, '<[-0-9]+>', '&', 'g')::tsquery, mended
  from (
    select string_agg('(' || words || ')', ' & ') as whole, bool_or(mended) as mended from wanted where words <> ''
  ) joined
$$;
