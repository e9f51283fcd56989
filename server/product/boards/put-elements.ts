import { sql } from 'kysely'
import type { Deps } from '#server/deps.ts'
import type { Trx } from '#server/platform/db/database.ts'
import { problem } from '#server/platform/http/problem.ts'
import type { BoardDrawn } from '#shared/api/board-events.ts'
import { boardLimits } from '#shared/api/boards.ts'
import type { Element } from './element.ts'
import { type BoardRow, isOwn } from './open-to.ts'

/** The room in a notification between servers, apart from its frame. */
const tellableBytes = 6_000

/**
 * Applies states of elements to a locked board, where they beat the existing ones, and tells everyone who
 * looks at it. Returns the number of the last change. It compares like the editor (`reconcileElements`), so
 * that browsers and server reach the same result in whatever order the states arrive.
 */
export async function putElements(
  trx: Trx,
  { realtime, now }: Pick<Deps, 'realtime' | 'now'>,
  { id, sequence: before, bytes }: Pick<BoardRow, 'id' | 'sequence' | 'bytes'>,
  elements: Element[],
): Promise<number> {
  const at = now()
  const { rows } = await sql<{ sequence: number; data: Element }>`
    insert into board_elements as present
      (board_id, id, version, version_nonce, deleted, sequence, data, bytes, changed_at)
    select ${id}::uuid, data->>'id', (data->>'version')::bigint, (data->>'versionNonce')::bigint,
      (data->>'isDeleted')::boolean, ${before}::bigint + place, data, octet_length(data::text), ${at}::timestamptz
    from jsonb_array_elements(${JSON.stringify(elements)}::jsonb) with ordinality as given (data, place)
    on conflict (board_id, id) do update set
      version = excluded.version, version_nonce = excluded.version_nonce, deleted = excluded.deleted,
      sequence = excluded.sequence, data = excluded.data, bytes = excluded.bytes, changed_at = excluded.changed_at
    where excluded.version > present.version
      or (excluded.version = present.version and excluded.version_nonce < present.version_nonce)
    returning sequence, data`
    .execute(trx)
    .catch(fullBoard)
  if (rows.length === 0) return before
  const sequence = Math.max(...rows.map(row => row.sequence))
  const {
    rows: [grown],
  } = await sql<{ together: number | null }>`
    update boards set sequence = ${sequence}, updated_at = ${at}::timestamptz where id = ${id}
    returning case when bytes > ${bytes} and ${isOwn('boards')} then (
      select sum(bytes)::bigint from boards own
        where own.owner_id = boards.owner_id and own.deleted_at is null and ${isOwn('own')}) end as together`.execute(
    trx,
  )
  if (grown?.together && grown.together > boardLimits.elementBytesTogether) {
    throw problem('too_large', 'Your boards are full. Delete one that you don’t need.')
  }
  const drawn: BoardDrawn = { board_id: id, before, sequence, elements: rows.map(({ data }) => data) }
  const fits = Buffer.byteLength(JSON.stringify(drawn)) <= tellableBytes
  realtime.tell(trx, '/boards', roomOf(id), 'drawn', fits ? drawn : { ...drawn, elements: null })
  return sequence
}

/** Everyone who looks at a board. */
export function roomOf(boardId: string): string {
  return `board:${boardId}`
}

function fullBoard(error: { constraint?: string }): never {
  if (/^boards_not_(overfull|too_large)$/.test(error.constraint ?? '')) {
    throw problem('too_large', 'This board is full. Continue on another one.')
  }
  throw error
}
