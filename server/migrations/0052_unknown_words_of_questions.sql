-- A word of a question that no document has is often no mistyped one but a name of another field, and one of four letters is near to
-- many: "Mona Lisa" was taken for "mont list", "purr" for "pure", and so answered. Only a longer word is mended, to one that begins
-- with the same letter, as mistyped words mostly do. "offset 0" keeps it from being looked for again wherever it is used.
create or replace function assistant.question_words(configurations regconfig[], question text)
returns table (place bigint, stems text[], passages bigint, mended boolean)
language sql stable as $$
  with compounds as materialized (
    select string_to_array(plain_words(array_to_string(parts, ' ')), ' ') as parts, plain_words(array_to_string(parts, '')) as joined
    from regexp_matches(left(question, 4000), '(\w+)[-‐‑](\w+)', 'g') parts
  )
  select min(typed.place), stems, max(known.passages), bool_and(counted.passages = 0 and cardinality(mended) > 0)
  from (
      select left(word, 60) as word, place
      from string_to_table(plain_words(question), ' ') with ordinality as split (word, place)
      where word <> '' and place <= 400
    ) typed,
    lateral (
      select array_agg(distinct lexeme order by lexeme) as plain
      from unnest(configurations) configuration, unnest(tsvector_to_array(to_tsvector(configuration, word))) lexeme
    ) stemmed,
    lateral (
      select array(
        select distinct words.word from compounds, unnest(configurations) configuration,
          unnest(tsvector_to_array(to_tsvector(configuration, left(joined, 60)))) lexeme join assistant.words on words.word = lexeme
        where typed.word = any (parts)
      ) as joined
    ) compounded,
    lateral (select plain || joined as plain_or_joined) spelled,
    lateral (select coalesce(sum(words.passages), 0) as passages from assistant.words where words.word = any (plain_or_joined)) counted,
    lateral (
      select case when counted.passages > 0 then plain_or_joined
        else array(
          select distinct mended from unnest(plain) stem, assistant.mended(stem) mended
          where length(stem) >= 5 and left(mended, 1) = left(stem, 1)
        ) end as mended
      offset 0
    ) looked,
    lateral (select case when cardinality(mended) > 0 then mended else plain end as stems) chosen,
    lateral (select coalesce(sum(words.passages), 0)::bigint as passages from assistant.words where words.word = any (stems)) known
  where not exists (select from unnest(configurations) configuration where length(to_tsvector(configuration, word)) = 0)
  group by stems
$$;
