-- Boards: what people draw, alone or together in a meeting.

create table boards (
  id uuid primary key default uuidv7(),
  -- Who made it; of a meeting's board its tutor.
  owner_id uuid not null references users on delete cascade,
  -- The meeting it belongs to and stays with; a person's own board has none.
  booking_id uuid unique references bookings on delete cascade,
  occurrence_id uuid unique references occurrences on delete cascade,
  title text not null check (length(title) between 1 and 120),
  -- The number of the last change; every change of an element takes the next.
  sequence bigint not null default 0,
  -- Elements deleted up to here may be gone: who has seen less than that reads the whole board.
  pruned_sequence bigint not null default 0,
  -- Kept by trigger, so that a board can't outgrow what its people's browsers bear.
  elements int not null default 0 constraint boards_not_overfull check (elements <= 10000),
  bytes int not null default 0 constraint boards_not_too_large check (bytes <= 12582912),
  -- Up to which change the latest version has it, and when that was kept.
  kept_sequence bigint not null default 0,
  kept_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  deleted_at timestamptz,
  check (num_nonnulls(booking_id, occurrence_id) <= 1),
  constraint boards_of_meetings_stay check (deleted_at is null or num_nonnulls(booking_id, occurrence_id) = 0)
);
create index boards_of_owner on boards (owner_id, updated_at desc, id desc) where deleted_at is null;
create index boards_deleted on boards (deleted_at) where deleted_at is not null;

create table board_elements (
  board_id uuid not null references boards on delete cascade,
  id text not null check (length(id) between 1 and 64),
  -- As the editor counts them: of two states the higher version counts, of two equal ones the lower nonce.
  version int not null check (version >= 1),
  version_nonce bigint not null check (version_nonce >= 0),
  -- Deleted ones stay a while, or a browser that still has them would bring them back.
  deleted boolean not null,
  sequence bigint not null,
  data jsonb not null,
  bytes int not null check (bytes between 2 and 131072),
  changed_at timestamptz not null,
  primary key (board_id, id),
  unique (board_id, sequence)
);

create function count_board_elements() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    update boards set elements = elements + changed.count, bytes = boards.bytes + changed.bytes
    from (select board_id, count(*) as count, sum(bytes) as bytes from added group by board_id) changed where id = board_id;
  elsif tg_op = 'UPDATE' then
    update boards set bytes = boards.bytes + changed.bytes
    from (select board_id, sum(added.bytes - removed.bytes) as bytes from added join removed using (board_id, id) group by board_id) changed
    where id = board_id;
  else
    update boards set elements = elements - changed.count, bytes = boards.bytes - changed.bytes
    from (select board_id, count(*) as count, sum(bytes) as bytes from removed group by board_id) changed where id = board_id;
  end if;
  return null;
end $$;
create trigger count_added after insert on board_elements referencing new table as added
  for each statement execute function count_board_elements();
create trigger count_changed after update on board_elements referencing new table as added old table as removed
  for each statement execute function count_board_elements();
create trigger count_removed after delete on board_elements referencing old table as removed
  for each statement execute function count_board_elements();

-- What a board was at some moments: the elements that weren't deleted, in their order.
create table board_versions (
  id uuid primary key default uuidv7(),
  board_id uuid not null references boards on delete cascade,
  sequence bigint not null,
  elements jsonb not null,
  count int not null,
  kept_at timestamptz not null,
  -- Whose restoring of another version it was kept before; null where it was kept by the clock.
  before_restore_by uuid references users on delete set null,
  unique (board_id, sequence)
);

-- Pictures on a board, drawn anew by the server, under the names the editor gives them; `thumbnail` is the board's own.
create table board_pictures (
  board_id uuid not null references boards on delete cascade,
  id text not null check (length(id) between 1 and 64),
  bytes bytea not null check (length(bytes) between 1 and 4194304),
  created_at timestamptz not null,
  primary key (board_id, id)
);
create function refuse_picture() returns trigger language plpgsql as $$
begin
  perform from boards where id = new.board_id for no key update;
  if (select count(*) from board_pictures where board_id = new.board_id and id <> new.id) >= 100 then
    raise exception 'board % has all its pictures', new.board_id using errcode = 'check_violation', constraint = 'board_pictures_not_too_many';
  end if;
  return new;
end $$;
create trigger refuse_picture before insert on board_pictures for each row execute function refuse_picture();
