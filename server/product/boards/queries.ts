import { sql } from 'kysely'
import type { Database } from '#server/platform/db/database.ts'
import { afterTimeCursor, parseIdCursor, timeCursor } from '#server/platform/http/cursor.ts'
import { isoTime } from '#server/platform/http/iso-time.ts'
import {
  type Board,
  type BoardElement,
  type BoardVersion,
  boards as boardCalls,
  boardLimits,
  boardPageSize,
  boardVersionPageSize,
  type DeletedBoard,
  thumbnailId,
} from '#shared/api/boards.ts'
import { boardsOf, isClosed, noBoard, requireBoard } from './open-to.ts'

type Row = {
  id: string
  title: string
  meeting_id: string | null
  owner_id: string
  closed: boolean
  drawn_at: Temporal.Instant | null
  created_at: Temporal.Instant
  updated_at: Temporal.Instant
}

const columns = (userId: string) => sql`
  boards.id, title, coalesce(booking_id, occurrence_id) as meeting_id, owner_id, boards.created_at, updated_at,
  ${isClosed(userId)} as closed,
  -- Browsers draw the thumbnail of what there is: on a board that was cleared, it shows what was erased.
  (select created_at from board_pictures where board_id = boards.id and board_pictures.id = ${thumbnailId}
    and exists (select from board_elements where board_id = boards.id and not deleted)) as drawn_at`

function card(row: Row, userId: string): Board {
  return {
    id: row.id,
    title: row.title,
    meeting_id: row.meeting_id,
    is_owner: row.owner_id === userId,
    can_change: !row.closed,
    thumbnail: row.drawn_at && `${pictureAddress(row.id, thumbnailId)}?v=${row.drawn_at.epochMilliseconds}`,
    created_at: isoTime(row.created_at),
    updated_at: isoTime(row.updated_at),
  }
}

function pictureAddress(boardId: string, pictureId: string): string {
  return boardCalls.picture.path.replace('{id}', boardId).replace('{pictureId}', pictureId)
}

/** A page of the boards a person may see, the last changed first. */
export async function listBoards(db: Database, userId: string, cursor: string | undefined) {
  const { rows } = await sql<Row>`
    select ${columns(userId)} from boards where deleted_at is null and id in (${boardsOf(userId)})
      and ${afterTimeCursor(cursor, sql`(updated_at, id)`, 'desc')}
    order by updated_at desc, id desc limit ${sql.lit(boardPageSize)}`.execute(db)
  const last = rows.length === boardPageSize ? rows.at(-1) : undefined
  return {
    boards: rows.map(row => card(row, userId)),
    next_cursor: last ? timeCursor(last.updated_at, last.id) : null,
  }
}

/** A person's own deleted boards, the last deleted first: those that stay are as few as `latestDeleted`. */
export async function listDeleted(db: Database, userId: string): Promise<DeletedBoard[]> {
  const { rows } = await sql<{ id: string; title: string; deleted_at: Temporal.Instant }>`
    select id, title, deleted_at from boards where owner_id = ${userId} and deleted_at is not null
    order by deleted_at desc, id desc`.execute(db)
  return rows.map(row => ({ ...row, deleted_at: isoTime(row.deleted_at) }))
}

/** A board that the person may see, or the 404. */
export async function findBoard(db: Database, userId: string, id: string): Promise<Board> {
  await requireBoard(db, userId, id)
  const { rows } = await sql<Row>`select ${columns(userId)} from boards where id = ${id}`.execute(db)
  if (!rows[0]) throw noBoard()
  return card(rows[0], userId)
}

type Since = {
  /** The number up to which the caller has everything; 0 for nothing. */
  since: number
  /** Where the previous page ended. */
  after?: number | undefined
}

/** A page of a board's changes, in order. */
export async function elementsSince(db: Database, userId: string, id: string, { since, after }: Since) {
  await requireBoard(db, userId, id)
  // One statement, so that the number matches the elements.
  const { rows } = await sql<{
    last: number
    whole: boolean
    sequence: number | null
    data: BoardElement
  }>`
    select boards.sequence as last, ${since} < pruned_sequence as whole, changed.sequence, data
    from boards left join lateral (
      select sequence, data from board_elements
      where board_id = boards.id and sequence > coalesce(${after ?? null}::bigint,
        case when ${since} < pruned_sequence then 0 else ${since}::bigint end)
      order by sequence limit ${sql.lit(boardLimits.elementsAPage)}
    ) changed on true
    where boards.id = ${id} order by changed.sequence`.execute(db)
  const first = rows[0]
  if (!first) throw noBoard()
  const found = rows.filter(row => row.sequence !== null)
  const more = found.length === boardLimits.elementsAPage
  return {
    elements: found.map(({ data }) => data),
    sequence: more ? found.at(-1)!.sequence! : first.last,
    more,
    whole: first.whole,
  }
}

/** A page of the versions of a board, the latest first. */
export async function listVersions(db: Database, userId: string, id: string, cursor: string | undefined) {
  await requireBoard(db, userId, id)
  const after = cursor === undefined ? sql`` : sql`and board_versions.id < ${parseIdCursor(cursor)}::uuid`
  const { rows } = await sql<{ id: string; kept_at: Temporal.Instant; count: number; name: string | null }>`
    select board_versions.id, kept_at, count, name from board_versions left join users on users.id = before_restore_by
    where board_id = ${id} ${after} order by board_versions.id desc limit ${sql.lit(boardVersionPageSize)}`.execute(
    db,
  )
  const versions: BoardVersion[] = rows.map(row => ({
    id: row.id,
    kept_at: isoTime(row.kept_at),
    elements: row.count,
    before_restore_by: row.name,
  }))
  return { versions, next_cursor: rows.length === boardVersionPageSize ? rows.at(-1)!.id : null }
}

/** The content of a version of a board that the person can open; the 404 if either doesn't exist. */
export async function findVersion(
  db: Database,
  userId: string,
  id: string,
  versionId: string,
): Promise<BoardElement[]> {
  await requireBoard(db, userId, id)
  const version = await db
    .selectFrom('board_versions')
    .select('elements')
    .where('board_id', '=', id)
    .where('id', '=', versionId)
    .executeTakeFirst()
  if (!version) throw noBoard()
  return version.elements as BoardElement[]
}
