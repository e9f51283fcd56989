-- A post belongs to the course of its section, whichever it was given. An import that moves the section (0006, reindex_posts) finds only
-- posts that are there. Nobody waits for it to post: it looks for posts that were written meanwhile once it is done, and waits for those
-- that are just being written, whose key lock on the section begins before they read its course.
create function follow_section() returns trigger language plpgsql as $$
begin
  select course_id into new.course_id from sections where id = new.section_id for key share;
  return new;
end $$;
-- Before index_post, by its name.
create trigger follow_section before insert or update of course_id, section_id on posts
  for each row execute function follow_section();

update posts set course_id = sections.course_id from sections
where sections.id = section_id and sections.course_id <> posts.course_id;
