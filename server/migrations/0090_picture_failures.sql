-- When drawing a page took too long, or its process ended, which may be the machine's fault: it is tried once more a day later. Without a
-- time, the page can't be drawn. What was kept so far says nothing of why, so each of these pages gets one more try.
alter table page_pictures add column failed_at timestamptz;
update page_pictures set failed_at = now() - interval '1 day' where object_key is null;
