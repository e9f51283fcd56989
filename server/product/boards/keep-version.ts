import { sql } from 'kysely'
import type { Trx } from '#server/platform/db/database.ts'
import { boardLimits, thumbnailId } from '#shared/api/boards.ts'
import { type BoardRow, isOwn } from './open-to.ts'

/**
 * How long a deleted element stays, so that an offline browser learns of it; one that is away for longer
 * reloads everything. A picture stays as long without an element, which may still be on its way.
 */
const deletedHours = 24

/**
 * Saves a version of a locked board before it changes, unless one was saved in the last few minutes. Before
 * and not after, so that a person who returns to a wiped board finds what it was.
 */
export async function keepByClock(trx: Trx, board: BoardRow, now: Temporal.Instant): Promise<void> {
  const last = board.kept_at ?? board.created_at
  const next = last.add({ minutes: boardLimits.versionMinutes })
  if (board.sequence === board.kept_sequence || Temporal.Instant.compare(now, next) < 0) return
  await keepVersion(trx, board, now)
  await prune(trx, board, now)
}

/** Saves a locked board as a version, unless it is empty or has this version. */
export async function keepVersion(
  trx: Trx,
  { id, sequence }: BoardRow,
  now: Temporal.Instant,
  beforeRestoreBy: string | null = null,
): Promise<void> {
  await sql`
    insert into board_versions (board_id, sequence, elements, count, kept_at, before_restore_by)
    select ${id}::uuid, ${sequence}, jsonb_agg(data order by data->>'index' collate "C", id collate "C"), count(*),
      ${now}::timestamptz, ${beforeRestoreBy}::uuid
    from board_elements where board_id = ${id} and not deleted having count(*) > 0
    on conflict (board_id, sequence) do nothing`.execute(trx)
  await sql`update boards set kept_sequence = ${sequence}, kept_at = ${now}::timestamptz where id = ${id}`.execute(
    trx,
  )
}

/**
 * Removes a locked board's oldest versions beyond the limits, its elements deleted long ago, and the pictures
 * that no element and no version shows anymore.
 */
export async function prune(trx: Trx, { id, owner_id }: BoardRow, now: Temporal.Instant): Promise<void> {
  await sql`
    delete from board_versions where id in (
      select id from (
        select id, row_number() over latest as place, sum(pg_column_size(elements)) over latest as bytes
        from board_versions where board_id = ${id} window latest as (order by id desc)
      ) kept
      where place > ${sql.lit(boardLimits.versions)} or (place > 1 and bytes > ${sql.lit(boardLimits.versionBytes)}))`.execute(
    trx,
  )
  await sql`
    delete from board_versions where id in (
      select id from (
        select board_versions.id, sum(pg_column_size(board_versions.elements)) over (order by board_versions.id desc) as bytes
        from boards join board_versions on board_id = boards.id where owner_id = ${owner_id} and ${isOwn('boards')}
      ) kept
      where bytes > ${sql.lit(boardLimits.versionBytesTogether)})`.execute(trx)
  const before = sql`${now}::timestamptz - ${sql.lit(deletedHours)} * interval '1 hour'`
  await sql`
    with pruned as (
      delete from board_elements where board_id = ${id} and deleted and changed_at < ${before} returning sequence
    )
    update boards set pruned_sequence = greatest(pruned_sequence, (select max(sequence) from pruned))
    where id = ${id}`.execute(trx)
  await sql`
    delete from board_pictures where board_id = ${id} and id <> ${thumbnailId} and created_at < ${before}
      and id not in (
        select data->>'fileId' from board_elements where board_id = ${id} and data->>'fileId' is not null
        union select unnest(pictures) from board_versions where board_id = ${id})`.execute(trx)
}
