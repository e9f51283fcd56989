-- How posts are found: their words, kept by triggers since they come from three tables.

create extension if not exists fuzzystrmatch;

alter table posts
  -- Counts the posts in the order they came; what "the newest" means to a search, and what blocks are made of.
  add column number bigint generated always as identity,
  -- Title first (A), then course and CRN (B), then details (D), then the marks below.
  add column words tsvector not null default '';

-- Without fastupdate: its list of pending entries is read by every search.
create index posts_words on posts using gin (words) with (fastupdate = off);

-- Every word that posts use: mistyped ones are mended by it before the search, and beginnings completed, so that a
-- search only ever looks for whole words.
create table post_words (
  word text collate "C" primary key,
  -- How often posts came with it; never counted down, as it only tells common words from rare ones.
  posts int not null
) with (fillfactor = 70);
create index post_words_trgm on post_words using gin (word gin_trgm_ops) with (fastupdate = off);

create function weighed_words(text, weight "char") returns tsvector language sql immutable strict parallel safe as $$
  select coalesce(string_agg(left(word, 60) || ':' || place || weight::text, ' '), '')::tsvector
  from string_to_table(plain_words($1), ' ') with ordinality as words (word, place)
  where word <> ''
$$;

-- Marks are lexemes no text can contain, for they begin with "~". "~s7" stands for section 7. The others stand for
-- the block of 1,024, 4,096 … posts that a post came in: together with one, the index finds the newest of a
-- common word's many posts without touching the rest.
create function post_document(post_title text, post_details text, of_course int, of_section int, post_number bigint)
returns tsvector language sql stable as $$
  select weighed_words(post_title, 'A')
    || weighed_words(courses.code || ' ' || replace(plain_words(courses.code), ' ', '') || ' ' || courses.title || ' '
         || sections.crn || ' ' || sections.title, 'B')
    || weighed_words(post_details, 'D')
    || array_to_tsvector('~s' || sections.id || array(
         select '~' || bits || '.' || (post_number >> bits) from unnest(array[10, 12, 14, 16, 18, 20]) bits))
  from courses, sections
  where courses.id = of_course and sections.id = of_section
$$;

create function index_post() returns trigger language plpgsql as $$
begin
  new.words := post_document(new.title, new.details, new.course_id, new.section_id, new.number);
  return new;
end $$;

create trigger index_post before insert or update of title, details, course_id, section_id on posts
  for each row execute function index_post();

-- Words are taken in one order, so that two writers can't wait for each other.
create function count_post_words() returns trigger language plpgsql as $$
begin
  insert into post_words (word, posts)
    select word, count(*) from posted, unnest(tsvector_to_array(words)) word
    where word not like '~%' group by word order by word
  on conflict (word) do update set posts = post_words.posts + excluded.posts;
  return null;
end $$;

create trigger count_post_words after insert on posts
  referencing new table as posted for each statement execute function count_post_words();

-- A changed post only adds the words that are new: counting would lock the common ones until an import commits.
create function keep_post_words() returns trigger language plpgsql as $$
begin
  insert into post_words (word, posts)
    select distinct word, 1 from posted, unnest(tsvector_to_array(words)) word
    where word not like '~%' and not exists (select from post_words where post_words.word = word.word)
    order by word
  on conflict do nothing;
  return null;
end $$;

create trigger keep_post_words after update on posts
  referencing new table as posted for each statement execute function keep_post_words();

-- A catalogue import may rename courses and sections, or put a section under another course; their posts go along and
-- are found by the new names at once.
create function reindex_posts() returns trigger language plpgsql as $$
begin
  if tg_table_name = 'courses' then
    update posts set title = posts.title from was join now using (id)
    where posts.course_id = now.id and (was.code, was.title) is distinct from (now.code, now.title);
  else
    update posts set course_id = now.course_id from was join now using (id)
    where posts.section_id = now.id
      and (was.crn, was.title, was.course_id) is distinct from (now.crn, now.title, now.course_id);
  end if;
  return null;
end $$;

create trigger reindex_posts after update on courses
  referencing old table as was new table as now for each statement execute function reindex_posts();
create trigger reindex_posts after update on sections
  referencing old table as was new table as now for each statement execute function reindex_posts();

-- Known words within two typing mistakes of an unknown one. The trigram index proposes those that share a seventh of
-- its three-letter pieces (two of them swapped in "grpah" leave only that much), the edit distance decides.
create function similar_words(term text) returns table (word text, posts int)
language sql stable set pg_trgm.similarity_threshold = 0.14 as $$
  select word, posts from post_words
  where word % term and levenshtein_less_equal(word, term, 2) <= 2
  order by levenshtein(word, term), posts desc limit 20
$$;

-- The newest posts that match, at most `wanted` of those numbered up to `up_to`, with their rank. Ranking every match
-- of a common word takes seconds at a million posts; so the newest blocks are tried first, then as many as how much
-- they held lets expect to be enough, and a search touches a few thousand rows whatever it looks for.
--
-- `of_crn` narrows to marks of sections; null doesn't narrow. It takes no part in the rank.
create function newest_matches(query tsquery, of_crn tsquery, up_to bigint, wanted int)
returns table (id uuid, rank real)
language plpgsql stable rows 1000 set enable_seqscan = off as $$
declare
  narrowed tsquery := case when of_crn is null then query else query && of_crn end;
  bits int := 10;
  block bigint;
  matches int;
  needed bigint;
  newest record;
begin
  while bits <= 20 and up_to >> bits >= 2 loop
    block := up_to >> bits;
    select array_agg(match.id) as ids, array_agg(ts_rank(match.words, query)) as ranks into newest from (
      select posts.id, posts.words from posts
      where words @@ (narrowed && format('''~%1$s.%2$s'' | ''~%1$s.%3$s''', bits, block, block - 1)::tsquery)
        and posts.number <= up_to
      order by posts.number desc limit wanted
    ) match;
    matches := coalesce(cardinality(newest.ids), 0);
    if matches = wanted then
      return query select * from unnest(newest.ids, newest.ranks);
      return;
    end if;
    needed := (up_to - ((block - 1) << bits)) * wanted / greatest(matches, 1);
    bits := bits + 2;
    while bits < 20 and 1 << bits < needed loop bits := bits + 2; end loop;
  end loop;
  return query
    select match.id, ts_rank(match.words, query) from (
      select posts.id, posts.words from posts where words @@ narrowed and posts.number <= up_to
      order by posts.number desc limit wanted
    ) match;
end $$;
