-- A student's words about a meeting go once they have left and the problem is settled; until then, the operators need them.
-- Since v0.1.0, nothing writes what booking_problems_details_check refuses: it only allows more.
alter table booking_problems
  drop constraint booking_problems_details_check,
  -- Few meetings have a problem, so the table is small.
  -- squawk-ignore constraint-missing-not-valid
  add constraint booking_problems_details_check check (length(details) <= 2000 and (details <> '' or outcome is not null));

-- A reported post as it was, for the operators: its author can change or delete it before they decide, and the store keeps its document
-- until then.
create table reported_posts (
  report_id uuid primary key references reports on delete cascade,
  title text not null,
  details text not null,
  document_name text not null,
  document_type text not null,
  document_key text not null
);
create index reported_posts_of_document on reported_posts (document_key);

insert into reported_posts (report_id, title, details, document_name, document_type, document_key)
select reports.id, posts.title, posts.details, files.name, files.type, files.object_key
from reports join posts on posts.id = post_id join files on files.id = document_id
where reports.state = 'open' and files.object_key is not null;

-- It goes with the decision, whichever server makes it.
create function forget_reported_post() returns trigger language plpgsql as $$
begin
  delete from reported_posts where report_id = new.id;
  return null;
end $$;
create trigger forget_reported_post after update of state on reports
  for each row when (new.state <> 'open') execute function forget_reported_post();
