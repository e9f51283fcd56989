-- A post belongs to the course of its section, whichever it was given. An import that moves the section (0006, reindex_posts) finds only
-- posts that are there, so one that is just being written waits for it here, or it for the post.
create function follow_section() returns trigger language plpgsql as $$
begin
  select course_id into new.course_id from sections where id = new.section_id for share;
  return new;
end $$;
-- Before index_post, by its name.
create trigger follow_section before insert or update of course_id, section_id on posts
  for each row execute function follow_section();

update posts set course_id = sections.course_id from sections
where sections.id = section_id and sections.course_id <> posts.course_id;
