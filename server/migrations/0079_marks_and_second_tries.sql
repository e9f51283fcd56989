-- An answer cites a passage as [@1], since [1] may as well be a list or an element of one. In code and formulas, brackets stay brackets.
update assistant.exchanges set answer = (
  select string_agg(case when line ~ '^(    |\t)' or line ~ '[`$]' then line
    else regexp_replace(line, '(?<![[:alnum:]_)\\])\[(' || numbers || ')\]', '[@\1]', 'g') end, E'\n' order by place)
  from string_to_table(answer, E'\n') with ordinality as lines (line, place)
)
from (select exchange_id, string_agg(number::text, '|') as numbers from assistant.sources where cited group by exchange_id) given
where exchanges.id = exchange_id and answer ~ '\[\d' and answer not like '%```%';

-- How often reading a document was given up though nothing says that it can't be read; 0 also for one that can't. After a pause, which
-- doubles each time, such a document is read again.
alter table assistant.documents add column given_up int not null default 0;
create index documents_given_up on assistant.documents (id) where state = 'failed' and given_up > 0;
-- Nobody noted why the ones before failed.
update assistant.documents set given_up = 1 where state = 'failed';
