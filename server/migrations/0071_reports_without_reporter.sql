-- What somebody wrote in a report stays while it is open, also if they leave. It goes with the decision, whichever server makes it.
-- One that was decided before they left is deleted with their account.
create function forget_report_words() returns trigger language plpgsql as $$
begin
  new.details := '';
  return new;
end $$;
create trigger forget_report_words before update of state, reporter_id on reports
  for each row when (new.state <> 'open' and new.reporter_id is null) execute function forget_report_words();

-- Those of before. Few reports have no reporter.
update reports set details = '' where reporter_id is null and state <> 'open' and details <> '';
