import type { LiveSocket } from '#server/platform/realtime/realtime.ts'
import { mayStay } from '../enter.ts'
import { clearEarlierSeat, clearOwnSeat, holdSeat, isSeated, partsOf, type Seat } from '../seats.ts'
import { type Live, leaveRooms, type Seated } from './sockets.ts'
import { announceLeft, removeGoneMedia, tellGone, tellPeer } from './tell.ts'

/** Leaves the socket's previous seat, unless it is this one. */
export async function leaveCall(live: Live, socket: LiveSocket, but?: Seat): Promise<void> {
  const { deps, seats } = live
  const seat = seats.get(socket.id)
  if (!seat || (seat.roomId === but?.roomId && seat.stay === but.stay)) return
  seats.delete(socket.id)
  leaveRooms(live, seat)
  if (but?.roomId === seat.roomId) return
  const cleared = await clearOwnSeat(deps.db, seat, leavingAt(live, seat))
  if (cleared) await announceLeft(live, cleared, 'left')
}

/** A person who left while disconnected says so over the next connection, which has no seat. */
export async function leaveFromAfar(live: Live, { data }: LiveSocket, peerId: string): Promise<void> {
  const cleared = await clearEarlierSeat(live.deps.db, { ...partsOf(peerId), personId: data.login.userId })
  if (cleared) await announceLeft(live, cleared, 'left')
}

/**
 * The connection is gone; a person in the call or at its door may return to their seat, unless they lost their right to it.
 */
export async function connectionLost(live: Live, socket: LiveSocket): Promise<void> {
  const { deps, seats } = live
  const { db } = deps
  const seat = seats.get(socket.id)
  if (!seat) return
  seats.delete(socket.id)
  if (!(await mayStay(deps, socket.data.login, seat.roomId))) {
    const cleared = await clearOwnSeat(db, seat, leavingAt(live, seat))
    if (cleared) return announceLeft(live, cleared, 'left')
  } else if (await holdSeat(db, seat, leavingAt(live, seat))) {
    await tellPeer(live, seat, null)
    // They may have left from elsewhere meanwhile, and the others already know.
    if (!(await isSeated(db, seat))) await tellGone(live, seat, 'left')
    return
  }
  // Their seat was cleared earlier, as when a session moves.
  await removeGoneMedia(live, seat.roomId)
}

/** Nobody is in a meeting after it closes. */
function leavingAt({ deps }: Live, { closes }: Seated): Temporal.Instant {
  const now = deps.now()
  return Temporal.Instant.compare(now, closes) < 0 ? now : closes
}
