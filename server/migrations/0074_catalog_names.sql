-- An import folds names (server/product/courses/catalog-file.ts), and looks for them as they are here: without this, a catalog from
-- before would get each school, term and course a second time that its file spells with a double or no-break space, or with letters
-- and accents apart. Where two have the same folded name, both stay as they are.
create function pg_temp.folded(name text) returns text immutable language sql as $$
  select btrim(regexp_replace(normalize(name, NFC), '[\s\u00A0\u1680\u2000-\u200A\u2028\u2029\u202F\u205F\u3000\uFEFF]+', ' ', 'g'))
$$;

update schools set name = found.name
from (select min(id) as id, pg_temp.folded(name) as name from schools group by 2 having count(*) = 1) found
where found.id = schools.id and found.name <> schools.name;

update terms set name = found.name
from (select min(id) as id, pg_temp.folded(name) as name from terms group by school_id, 2 having count(*) = 1) found
where found.id = terms.id and found.name <> terms.name;

update courses set code = found.code
from (select min(id) as id, pg_temp.folded(code) as code from courses group by school_id, 2 having count(*) = 1) found
where found.id = courses.id and found.code <> courses.code;
