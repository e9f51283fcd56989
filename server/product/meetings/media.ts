import { sql } from 'kysely'
import type { Deps } from '#server/deps.ts'
import type { Database } from '#server/platform/db/database.ts'
import { problem } from '#server/platform/http/problem.ts'
import { createJanus, type Janus, type MediaRoom } from '#server/platform/media/janus.ts'
import { JanusAway, JanusError } from '#server/platform/media/janus-line.ts'
import { staysMinutes } from '#shared/api/meetings.ts'
import type { RoomRow } from './rooms.ts'
import { feedsIn } from './seats.ts'

/** The configured media servers; undefined if there are none. */
export function mediaServers({ config: { janus }, log }: Deps): Janus | undefined {
  return janus && createJanus({ settings: janus, log })
}

function mediaOf(room: Pick<RoomRow, 'media_url' | 'media_room' | 'media_secret'>): MediaRoom | null {
  const { media_url: url, media_room, media_secret } = room
  return url === null ? null : { url, room: media_room!, secret: media_secret! }
}

const removal = 'remove-media-room'

/** The 503 for someone who comes in while no media server answers. */
export const mediaAway = () =>
  problem('upstream_unavailable', 'We can’t reach the video service right now. Try again in a moment.')

/**
 * The meeting's room at a media server: the current one while it is reachable, otherwise another; null if none answers.
 */
export async function ensureMedia(
  { db, jobs }: Pick<Deps, 'db' | 'jobs'>,
  janus: Janus,
  room: RoomRow,
): Promise<MediaRoom | null> {
  const present = mediaOf(room)
  if (present && (await janus.keep(present))) return present
  const opened = await janus.open(present)
  if (!opened || opened === present) return opened
  const isMoved = await db.transaction().execute(async trx => {
    const { numUpdatedRows } = await trx
      .updateTable('meeting_rooms')
      .set({ media_url: opened.url, media_room: opened.room, media_secret: opened.secret })
      .where('id', '=', room.id)
      .where('media_room', 'is not distinct from', room.media_room)
      .where('kind', '=', 'sfu')
      .executeTakeFirst()
    if (numUpdatedRows === 0n) return false
    // We may be the only ones who can't reach it. When it is gone, the people in it ask for their room, and get this one.
    if (present) await jobs.enqueue(trx, removal, String(present.room), present)
    return true
  })
  if (isMoved) return opened
  // Another person entered at the same time and was first, or a server without a media server took the empty call back.
  await janus.remove(opened)
  const row = await db
    .selectFrom('meeting_rooms')
    .select(['media_url', 'media_room', 'media_secret'])
    .where('id', '=', room.id)
    .executeTakeFirstOrThrow()
  return mediaOf(row)
}

/**
 * Removes everyone who isn't in the call anymore from the room at the media server: they neither see nor are
 * seen, and can't come back with their token.
 */
export async function removeGoneFromRoom(db: Database, janus: Janus, roomId: string): Promise<void> {
  const room = await db
    .selectFrom('meeting_rooms')
    .select(['media_url', 'media_room', 'media_secret'])
    .where('id', '=', roomId)
    .executeTakeFirst()
  const media = room && mediaOf(room)
  if (media) await janus.keepOnly(media, () => feedsIn(db, roomId))
}

/** How a media server failed to do something, if it did. What else goes wrong is thrown. */
function failureOf(work: Promise<void>): Promise<JanusError | JanusAway | null> {
  return work.then(
    () => null,
    error => {
      if (error instanceof JanusError || error instanceof JanusAway) return error
      throw error
    },
  )
}

/**
 * Does something for each room, at all media servers side by side; `work` returns how the server failed, if it did. One that is away is
 * left alone until the next time, as each of its rooms would take seconds.
 */
async function atEachServer<Room extends Pick<RoomRow, 'media_url'>>(
  rooms: readonly Room[],
  work: (room: Room) => Promise<JanusError | JanusAway | null>,
): Promise<void> {
  const groups = [...Map.groupBy(rooms, ({ media_url }) => media_url).values()]
  await Promise.all(
    groups.map(async group => {
      for (const room of group) if ((await work(room)) instanceof JanusAway) return
    }),
  )
}

/**
 * Removes the former rooms of moved calls and the rooms of finished meetings from the media servers, and people who left from the other
 * rooms. A media server may have been unreachable when they left, or our server may have died before it could report.
 */
export function tendMedia(deps: Deps, janus: Janus): void {
  // An instance that doesn't answer would hold up the other rooms' removal.
  deps.jobs.define<MediaRoom>(removal, { run: room => janus.remove(room), patient: true, sideBySide: true })
  // The name stays: jobs and schedules are stored under it, and the last release's servers use it.
  deps.jobs.define('withdraw-media', {
    every: '* * * * *',
    run: async () => {
      const rows = await deps.db
        .selectFrom('meeting_rooms')
        .select(['id', 'media_url'])
        .where('media_url', 'is not', null)
        .execute()
      await atEachServer(rows, async ({ id }) => {
        const failure = await failureOf(removeGoneFromRoom(deps.db, janus, id))
        if (failure)
          deps.log.warn(
            { reason: failure.message },
            'a media server couldn’t remove people who left the call',
          )
        return failure
      })
    },
  })
  deps.jobs.define('end-meeting-media', {
    every: '* * * * *',
    run: async () => {
      const { rows } = await sql<
        Pick<RoomRow, 'id' | 'media_url' | 'media_room' | 'media_secret'> & { long: boolean }
      >`
        select meeting_rooms.id, media_url, media_room, media_secret,
          coalesce(bookings.ends_at, occurrences.ends_at) < ${deps.now()}::timestamptz - interval '1 day' as long
        from meeting_rooms left join bookings on bookings.id = booking_id
          left join occurrences on occurrences.id = meeting_rooms.occurrence_id
        where media_url is not null and coalesce(bookings.ends_at, occurrences.ends_at)
          <= ${deps.now().subtract({ minutes: staysMinutes })}::timestamptz
        order by coalesce(bookings.ends_at, occurrences.ends_at)`.execute(deps.db)
      await atEachServer(rows, async row => {
        const failure = await failureOf(janus.remove(mediaOf(row)!))
        // An instance that was unreachable for a day has forgotten it: such rooms don't outlive their server.
        if (!failure || row.long) {
          await deps.db
            .updateTable('meeting_rooms')
            .set({ media_url: null, media_room: null, media_secret: null })
            .where('id', '=', row.id)
            .execute()
        }
        return failure
      })
    },
  })
}
