-- Passages as vectors, where a model for that is set: what is meant is then found without a common word. Plain arrays, on any
-- PostgreSQL (docs/decisions/0020-vectors-are-plain-arrays.md).

-- The cosine of two vectors of length one.
create function assistant.dot(one real[], other real[]) returns real language sql immutable strict parallel safe as $$
  select sum(x * y)::real from unnest(one, other) as pair (x, y)
$$;

-- Which of a vector's numbers are positive. Vectors that point the same way agree in most of them, and thousands are compared
-- in the time that a few vectors take.
create function assistant.signs(vector real[]) returns varbit language sql immutable strict parallel safe as $$
  select string_agg(case when x > 0 then '1' else '0' end, '' order by place)::varbit
  from unnest(vector) with ordinality as number (x, place)
$$;

create table assistant.embeddings (
  passage_id uuid primary key references assistant.passages on delete cascade,
  -- Its passage's, which never changes: a course is read without a look at its passages.
  document_id uuid not null,
  -- Vectors of two models tell nothing of each other.
  model text not null,
  vector real[] not null check (cardinality(vector) between 1 and 4096 and assistant.dot(vector, vector) between 0.99 and 1.01),
  signs varbit not null generated always as (assistant.signs(vector)) stored
);
-- Numbers that look random can't be compressed.
alter table assistant.embeddings alter column vector set storage external;
create index embeddings_of_document on assistant.embeddings (document_id);

-- The model that all of its passages have vectors of.
alter table assistant.documents add embedded_by text;
