import { sql } from 'kysely'
import type { Deps } from '#server/deps.ts'
import { Problem, problem } from '#server/platform/http/problem.ts'
import type { LoginRef } from '#server/platform/http/router.ts'
import type { Janus, MediaRoom } from '#server/platform/media/janus.ts'
import { noteCame } from '../bookings/moved-place.ts'
import { closeOf } from './access.ts'
import { ensureMedia } from './media.ts'
import { enterable } from './meeting.ts'
import { keyOf } from './meeting-key.ts'
import { readPass } from './pass.ts'
import { admissionOf, decideOf, openRoom, type RoomRow } from './rooms.ts'
import { type ClearedSeat, clearOwnSeat, partsOf, type Seat, takeSeat } from './seats.ts'
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
  const now = deps.now()
  const pass = readPass(deps.config.secret, token, now)
  if (pass?.person !== userId || pass.login !== loginId)
    throw problem('forbidden', 'We couldn’t let you in. Open the meeting again.')
  const found = await deps.db
    .selectFrom('meeting_rooms')
    .select(['booking_id', 'occurrence_id'])
    .where('id', '=', pass.room)
    .executeTakeFirst()
  if (!found) throw problem('not_found', 'We couldn’t find that meeting.')
  const former = peer_id === undefined ? null : partsOf(peer_id)
  const entrance = await deps.db.transaction().execute(async trx => {
    const key = keyOf(found)
    const meeting = await enterable(trx, deps, userId, key)
    const room = await openRoom(trx, deps, meeting)
    const admission = await admissionOf(trx, room, userId, now)
    if (admission === 'refused') throw problem('forbidden', 'The host hasn’t let you in.')
    const stay = former?.personId === userId ? former.stay : undefined
    const wish = { personId: userId, socketId, stay, feed }
    const common = { room, closes: closeOf(meeting) }
    if (admission === 'asks') {
      // After the end nobody comes in who wasn't in the call before.
      const closes = Temporal.Instant.compare(now, meeting.end) < 0 ? meeting.end : common.closes
      return { ...common, closes, waiting: true, ...(await takeSeat(trx, room, wish, null)) }
    }
    // A person who came in by an open door needs no permission after it closes behind them.
    if (room.host_id !== userId) await decideOf(trx, room.id, userId, 'admitted', now)
    await meeting.begin()
    if ('occurrenceId' in key) await noteCame(trx, userId, key.occurrenceId)
    const attendanceId = await keepStay(trx, room, userId, now)
    return { ...common, waiting: false, ...(await takeSeat(trx, room, wish, attendanceId)) }
  })
  const { held, ...rest } = entrance
  if (entrance.waiting || entrance.room.kind === 'peer') return { ...rest, media: null }
  try {
    if (!janus) throw problem('conflict', 'Video isn’t set up for this many people.')
    return { ...rest, media: await ensureMedia(deps, janus, entrance.room) }
  } catch (error) {
    // A person who was in the call stays in it: the chat and the board go on, and the video comes back.
    if (held && error instanceof Problem && error.code === 'upstream_unavailable') {
      return { ...rest, media: 'away' }
    }
    if (!held) await clearOwnSeat(deps.db, entrance.seat, now)
    throw error
  }
}
