-- Which pictures a version shows: those stay while it is kept, and reading them from its elements would take long.
alter table board_versions add column pictures text[];
create function note_version_pictures() returns trigger language plpgsql as $$
begin
  new.pictures := array(select jsonb_path_query(new.elements, '$[*].fileId ? (@ != null)') #>> '{}');
  return new;
end $$;
create trigger note_pictures before insert on board_versions for each row execute function note_version_pictures();
update board_versions set pictures = array(select jsonb_path_query(elements, '$[*].fileId ? (@ != null)') #>> '{}');

-- The board's own thumbnail isn't one of its pictures.
create or replace function refuse_picture() returns trigger language plpgsql as $$
begin
  perform from boards where id = new.board_id for no key update;
  if new.id <> 'thumbnail'
    and (select count(*) from board_pictures where board_id = new.board_id and id not in (new.id, 'thumbnail')) >= 100 then
    raise exception 'board % has all its pictures', new.board_id using errcode = 'check_violation', constraint = 'board_pictures_not_too_many';
  end if;
  return new;
end $$;
