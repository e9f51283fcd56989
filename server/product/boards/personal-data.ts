import { Readable } from 'node:stream'
import { type RawBuilder, sql } from 'kysely'
import type { Database, Trx } from '#server/platform/db/database.ts'
import { thumbnailId } from '#shared/api/boards.ts'
import { type ExportFiles, type ExportList, exportFilesAtOnce } from '../people/export-list.ts'
import { bytesOf } from './pictures.ts'

export const boardList: ExportList = {
  file: 'boards.json',
  about: 'your boards, with what is drawn on them; the pictures are in the folder board_pictures',
  // Each is up to 12 MiB. The cursor puts a board's elements together when it is fetched, so one takes neither much memory nor more than a
  // statement's time.
  rowsAtOnce: 1,
  query: userId => sql`
    select id, title, coalesce(booking_id, occurrence_id) as meeting_id, created_at, updated_at, deleted_at,
      (select coalesce(jsonb_agg(data order by data->>'index' collate "C"), '[]') from board_elements
       where board_id = boards.id and not deleted) as elements
    from boards where owner_id = ${userId} order by id`,
}

// The thumbnail is only a drawing of what boards.json contains.
const ownPictures = (userId: RawBuilder<unknown>) => sql`
  boards join board_pictures on board_id = boards.id
  where owner_id = ${userId} and board_pictures.id <> ${thumbnailId}`

type Picture = { board_id: string; id: string; created_at: Temporal.Instant }

/** The pictures on the boards of `boardList`. Nothing records who put them there. */
export const boardPictures: ExportFiles = {
  folders: {
    board_pictures: 'the pictures on your boards: the id of the board, then the fileId of the picture',
  },
  count: userId => sql`(select count(*) from ${ownPictures(userId)})`,
  async after({ db }, userId, key) {
    const [boardId, pictureId] = key?.split(' ') ?? []
    const after =
      key === null ? sql`` : sql`and (board_id, board_pictures.id) > (${boardId}::uuid, ${pictureId})`
    const { rows } = await sql<Picture>`
      select board_id, board_pictures.id, board_pictures.created_at from ${ownPictures(sql`${userId}::uuid`)} ${after}
      order by board_id, board_pictures.id limit ${sql.lit(exportFilesAtOnce)}`.execute(db)
    return rows.map(picture => {
      const name = `${picture.board_id} ${picture.id}`
      return {
        key: name,
        path: `board_pictures/${name.replaceAll(':', '_')}.webp`,
        created_at: picture.created_at,
        read: () => readPicture(db, picture),
      }
    })
  },
}

async function readPicture(db: Database, { board_id, id }: Picture): Promise<Readable | null> {
  const bytes = await bytesOf(db, { id: board_id, pictureId: id })
  return bytes && Readable.from([bytes])
}

/** Deletes a person's own boards. Meetings' boards stay, since others drew on them too. */
export async function forgetBoards(trx: Trx, userId: string): Promise<void> {
  await sql`delete from boards where owner_id = ${userId} and booking_id is null and occurrence_id is null`.execute(
    trx,
  )
}
