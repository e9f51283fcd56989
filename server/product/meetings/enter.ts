import { sql } from 'kysely'
import type { Deps } from '#server/deps.ts'
import { Problem, problem } from '#server/platform/http/problem.ts'
import type { LoginRef } from '#server/platform/http/router.ts'
import type { Janus, MediaRoom } from '#server/platform/media/janus.ts'
import { noteCame } from '../bookings/moved-place.ts'
import { enterable } from './find-meeting.ts'
import { ensureMedia, mediaAway } from './media.ts'
import { closeOf, keyOf } from './meeting.ts'
import { readPass } from './pass.ts'
import { lockRoom, type RoomRow, standingOf, storeDecision } from './rooms.ts'
import { type ClearedSeat, partsOf, type Seat, takeSeat } from './seats.ts'
import { keepStay } from './stays.ts'

export type Entrance = {
  seat: Seat
  room: RoomRow
  waiting: boolean
  /** When they have to leave the call, or its door. */
  closes: Temporal.Instant
  /** The seat of the same person's earlier stay, which this replaces. */
  replaced: ClearedSeat | null
  media: MediaRoom | 'away' | null
  /** Their place in the room at the media server. */
  feed: number | null
}

/** Whether a person may still be in a room's meeting: their right can end while they are there. */
export async function mayStay(deps: Deps, { userId, loginId }: LoginRef, roomId: string): Promise<boolean> {
  const { rows } = await sql<{ booking_id: string | null; occurrence_id: string | null }>`
    select booking_id, occurrence_id from meeting_rooms
    where id = ${roomId} and exists (
      select from logins join users on users.id = logins.user_id
      where logins.id = ${loginId} and users.id = ${userId} and suspended_at is null and deleted_at is null)`.execute(
    deps.db,
  )
  const found = rows[0]
  if (!found) return false
  return deps.db
    .transaction()
    .execute(trx => enterable(trx, deps, userId, keyOf(found)))
    .then(
      () => true,
      error => {
        if (error instanceof Problem) return false
        throw error
      },
    )
}

type Wish = {
  login: LoginRef
  socketId: string
  token: string
  peer_id?: string | undefined
  feed?: number | null | undefined
}

/**
 * Seats a person with a pass: in the call, or at its door if the host must admit them. Every condition of the
 * pass must still hold.
 */
export async function enterRoom(
  deps: Deps,
  janus: Janus | undefined,
  { login: { userId, loginId }, socketId, token, peer_id, feed }: Wish,
): Promise<Entrance> {
  const pass = readPass(deps.config.secret, token, deps.now())
  if (pass?.person !== userId || pass.login !== loginId)
    throw problem('forbidden', 'We couldn’t let you in. Open the meeting again.')
  const found = await deps.db
    .selectFrom('meeting_rooms')
    .selectAll()
    .where('id', '=', pass.room)
    .executeTakeFirst()
  if (!found) throw problem('not_found', 'We couldn’t find that meeting.')
  const former = peer_id === undefined ? null : partsOf(peer_id)
  const reached = await reachMedia(deps, janus, found, userId)
  const now = deps.now()
  return deps.db.transaction().execute(async trx => {
    const key = keyOf(found)
    const meeting = await enterable(trx, deps, userId, key)
    const room = await lockRoom(trx, key)
    const standing = await standingOf(trx, room, userId, now)
    if (standing === 'refused') throw problem('forbidden', 'The host hasn’t let you in.')
    const stay = former?.personId === userId ? former.stay : undefined
    const wish = { personId: userId, socketId, stay, feed }
    const closes = closeOf(meeting)
    if (standing === 'asks') {
      // After the end nobody comes in who wasn't in the call before.
      const doorCloses = Temporal.Instant.compare(now, meeting.end) < 0 ? meeting.end : closes
      return {
        room,
        closes: doorCloses,
        waiting: true,
        media: null,
        ...(await takeSeat(trx, room, wish, null)),
      }
    }
    // A person who came in by an open door needs no permission after it closes behind them.
    if (room.host_id !== userId) await storeDecision(trx, room.id, userId, 'admitted', now)
    await meeting.begin()
    if ('occurrenceId' in key) await noteCame(trx, userId, key.occurrenceId)
    const { attendanceId, continues } = await keepStay(trx, room, userId, now)
    const media = room.kind === 'peer' ? null : (reached ?? 'away')
    // A person who was in the call stays in it: the chat and the board go on, and the video comes back.
    if (media === 'away' && !continues) throw mediaAway()
    return { room, closes, waiting: false, media, ...(await takeSeat(trx, room, wish, attendanceId)) }
  })
}

/**
 * The place of a room's call at a media server, for a person who may be in it; null if there is none or it can't be reached. Asked before
 * the person is seated: it can take seconds, and a refusal must leave nothing behind.
 */
async function reachMedia(
  deps: Deps,
  janus: Janus | undefined,
  room: RoomRow,
  userId: string,
): Promise<MediaRoom | null> {
  if (room.kind === 'peer' || !janus) return null
  if ((await standingOf(deps.db, room, userId, deps.now())) !== 'admitted') return null
  return ensureMedia(deps, janus, room)
}
