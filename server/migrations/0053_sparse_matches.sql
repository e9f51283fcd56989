-- Each condition is an `@@` of its own: the index then leaps from one to the next post that all of them may have. With a
-- single tsquery it would walk through all posts of the rarest word, and look each up in the lists of the others.

-- The newest post that matches, or an upper bound of its number within its block of 1,024; null if none of those
-- numbered up to `up_to` does. Goes down from the largest blocks to the smallest, always into the newest with a match.
create function newest_match(query tsquery, marks tsquery, up_to bigint) returns bigint
language plpgsql stable set enable_seqscan = off as $$
declare
  bits int := 20;
  block bigint := up_to >> bits;
  oldest bigint := 0;
begin
  if not exists (select from posts where words @@ query and words @@ marks and number <= up_to) then return null; end if;
  loop
    -- If none of the newer blocks has one, the oldest does.
    while block > oldest and not exists (
      select from posts
      where words @@ format('''~%s.%s''', bits, block)::tsquery and words @@ query and words @@ marks and number <= up_to
    ) loop
      block := block - 1;
    end loop;
    if bits = 10 then return least(up_to, (block << bits) + 1023); end if;
    bits := bits - 2;
    oldest := block << 2;
    block := least(oldest + 3, up_to >> bits);
  end loop;
end $$;

-- As in 0048, but takes as many blocks as the last ones let expect to be enough, of a size of which that are few, and looks
-- at none of them twice; all that is left, if no less is expected to be enough. A gap is jumped over: a word of old posts
-- alone costs no more than one of the newest.
create or replace function newest_matches(query tsquery, marks tsquery, up_to bigint, wanted int)
returns table (id uuid, rank real)
language plpgsql stable rows 1000 set enable_seqscan = off as $$
declare
  one tsquery := coalesce(query, marks);
  other tsquery := coalesce(marks, query);
  missing int := wanted;
  -- The newest post that wasn't looked at.
  last bigint := up_to;
  bits int := 10;
  blocks int := 2;
  first bigint;
  matches int;
  needed bigint;
  among tsquery;
begin
  while last >= 0 and missing > 0 loop
    first := greatest(0, ((last >> bits) - blocks + 1) << bits);
    select string_agg(format('''~%s.%s''', bits, block), ' | ')::tsquery into among
    from generate_series(first >> bits, last >> bits) block where first > 0;
    return query
      select match.id, coalesce(ts_rank(match.words, query), 0) from (
        select posts.id, posts.words from posts
        where words @@ coalesce(among, other) and words @@ other and words @@ one and posts.number <= last
        order by posts.number desc limit missing
      ) match;
    get diagnostics matches = row_count;
    missing := missing - matches;
    if matches = 0 then
      last := newest_match(one, other, first - 1);
      bits := 10;
      blocks := 2;
    else
      needed := (last + 1 - first) * missing / matches;
      -- A few matches say little about how many the next blocks hold.
      if matches < 8 then needed := least(needed, 16 * (last + 1 - first)); end if;
      last := first - 1;
      bits := 10;
      while bits < 20 and needed > 15 << bits loop bits := bits + 2; end loop;
      blocks := case when needed < last then least(16, 2 + (needed >> bits)) else 2 + (last >> bits) end;
    end if;
  end loop;
end $$;
