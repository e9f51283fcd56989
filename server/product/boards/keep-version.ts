import { sql } from 'kysely'
import type { Trx } from '#server/platform/db/database.ts'
import { boardLimits } from '#shared/api/boards.ts'
import type { BoardRow } from './open-to.ts'

/**
 * How long a deleted element stays, so that an offline browser learns of it; one that is away for longer
 * reloads everything.
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
}

/**
 * Saves a locked board as a version, unless it is empty or has this version; removes the oldest versions
 * beyond the limits, and elements deleted long ago.
 */
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
    with pruned as (
      delete from board_elements where board_id = ${id} and deleted
        and changed_at < ${now}::timestamptz - ${sql.lit(deletedHours)} * interval '1 hour'
      returning sequence
    ), last as (select max(sequence) as sequence from pruned)
    update boards set kept_sequence = ${sequence}, kept_at = ${now}::timestamptz,
      pruned_sequence = greatest(pruned_sequence, (select sequence from last))
    where id = ${id}`.execute(trx)
}
