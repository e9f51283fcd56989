-- What a search can be narrowed to, besides a section ("~s7"): marks of the post's course, school and term, of its
-- author and of its document's kind. Each narrows by the index that finds the words, so a filter costs as much as a word.

create function post_marks(author uuid, of_course int, of_section int, of_document uuid)
returns tsvector language sql stable as $$
  select array_to_tsvector(array[
    '~c' || courses.id, '~o' || courses.school_id, '~t' || sections.term_id, '~a' || author,
    case files.type when 'application/pdf' then '~pdf' else '~image' end])
  from courses, sections, files
  where courses.id = of_course and sections.id = of_section and files.id = of_document
$$;

create or replace function index_post() returns trigger language plpgsql as $$
begin
  if new.hidden_at is null and not new.author_suspended then
    new.words := post_document(new.title, new.details, new.course_id, new.section_id, new.number)
      || post_marks(new.author_id, new.course_id, new.section_id, new.document_id);
  else
    new.words := '';
  end if;
  return new;
end $$;

-- Another document may be of another kind.
drop trigger index_post on posts;
create trigger index_post
  before insert or update of title, details, course_id, section_id, document_id, hidden_at, author_suspended on posts
  for each row execute function index_post();

-- Marks aren't words, so none is new: keeping words would look through all of them.
alter table posts disable trigger keep_post_words;
update posts set words = words || post_marks(author_id, course_id, section_id, document_id) where visible;
alter table posts enable trigger keep_post_words;

create index terms_name on terms (name);

-- As in 0006, narrowed to marks of any kind. Without a query it is the newest posts with these marks, all of one rank.
drop function newest_matches(tsquery, tsquery, bigint, int);
create function newest_matches(query tsquery, marks tsquery, up_to bigint, wanted int)
returns table (id uuid, rank real)
language plpgsql stable rows 1000 set enable_seqscan = off as $$
declare
  narrowed tsquery := coalesce(query && marks, query, marks);
  bits int := 10;
  block bigint;
  matches int;
  needed bigint;
  newest record;
begin
  while bits <= 20 and up_to >> bits >= 2 loop
    block := up_to >> bits;
    select array_agg(match.id) as ids, array_agg(coalesce(ts_rank(match.words, query), 0)) as ranks into newest from (
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
    select match.id, coalesce(ts_rank(match.words, query), 0) from (
      select posts.id, posts.words from posts where words @@ narrowed and posts.number <= up_to
      order by posts.number desc limit wanted
    ) match;
end $$;
