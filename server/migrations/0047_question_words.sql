-- A word that is a filler in the question's language or in the document's is none of the question's words: which language a
-- question is in can't be told from a dozen words, and the fillers of another would count as its rarest words. Says which words
-- were mistyped.
drop function assistant.question_words(regconfig[], text);
create function assistant.question_words(configurations regconfig[], question text)
returns table (place bigint, stems text[], passages bigint, mended boolean)
language sql stable as $$
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
    lateral (select coalesce(sum(words.passages), 0) as passages from assistant.words where words.word = any (plain)) counted,
    lateral (
      select case when counted.passages > 0 then plain
        else array_remove(array(select distinct assistant.mended(stem) from unnest(plain) stem), null) end as mended
    ) looked,
    lateral (select case when cardinality(mended) > 0 then mended else plain end as stems) chosen,
    lateral (select coalesce(sum(words.passages), 0)::bigint as passages from assistant.words where words.word = any (stems)) known
  where not exists (select from unnest(configurations) configuration where length(to_tsvector(configuration, word)) = 0)
  group by stems
$$;
