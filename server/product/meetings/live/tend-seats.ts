import {
  clearExpiredSeats,
  clearOwnSeat,
  reportPresent,
  type SilentSeat,
  seenEverySeconds,
  silentSeats,
} from '../seats.ts'
import { type Live, leaveRooms } from './sockets.ts'
import { removeGoneMedia, tellGone, tellHost } from './tell.ts'

/**
 * How long this server has to find that another one doesn't report a seat before it clears it: enough for that server's next two
 * reports, as all of them may have been without the database.
 */
const silentForSeconds = 2 * seenEverySeconds

/** What the last looks found wrong, and since when, in milliseconds of `performance.now`. */
type Found = { silent: Map<string, number>; seatless: Set<string> }

/** Checks this server's seats each second, and everyone's every few seconds. Returns a function to stop. */
export function tendSeats(live: Live): () => Promise<void> {
  const found: Found = { silent: new Map(), seatless: new Set() }
  let nextSeen = performance.now()
  let looking: Promise<void> | undefined
  async function look(): Promise<void> {
    await closeSeats(live)
    if (performance.now() < nextSeen) return
    await sayWhoIsHere(live, found)
    // Not before: a report that failed is tried again in a second.
    nextSeen = performance.now() + 1000 * seenEverySeconds
  }
  const timer = setInterval(() => {
    looking ??= look()
      .catch(error => live.deps.log.warn({ reason: error.message }, 'the check of meeting seats failed'))
      .finally(() => {
        looking = undefined
      })
  }, 1_000)
  timer.unref()
  return async () => {
    clearInterval(timer)
    await looking
  }
}

/** Ends this server's seats in calls that close, and at the doors of meetings that are over. */
async function closeSeats(live: Live): Promise<void> {
  const { deps, seats, sockets } = live
  for (const seat of [...seats.values()]) {
    if (Temporal.Instant.compare(deps.now(), seat.closes) < 0) continue
    seats.delete(seat.socketId)
    sockets.local.to(seat.socketId).emit('closed')
    leaveRooms(live, seat)
    await clearOwnSeat(deps.db, seat, seat.closes)
    if (seat.waiting) await tellHost(live, seat.roomId)
  }
}

/** Reports who is connected, and clears the seats of people who weren't reported. */
async function sayWhoIsHere(live: Live, found: Found): Promise<void> {
  const { deps, seats } = live
  bringBack(live, await reportPresent(deps.db, [...seats.values()], deps.now()), found)
  const gone = await clearExpiredSeats(deps.db, silentForLong(await silentSeats(deps.db), found))
  for (const seat of gone) await tellGone(live, seat, 'gone')
  // Not awaited: an unresponsive media server must not delay the next report.
  for (const roomId of new Set(gone.map(seat => seat.roomId))) void removeGoneMedia(live, roomId)
}

/**
 * Ends connections that have no seat at two looks, as another server cleared it while this one was silent: they come back, and
 * enter again. At one look, their seat may just be given up.
 */
function bringBack({ seats, sockets }: Live, seatless: readonly string[], found: Found): void {
  for (const socketId of seatless) {
    if (found.seatless.has(socketId) && seats.has(socketId)) sockets.local.in(socketId).disconnectSockets()
  }
  found.seatless = new Set(seatless)
}

function silentForLong(seats: readonly SilentSeat[], found: Found): SilentSeat[] {
  const now = performance.now()
  const keyOf = ({ roomId, personId, seenAt }: SilentSeat) => `${roomId} ${personId} ${seenAt}`
  found.silent = new Map(seats.map(seat => [keyOf(seat), found.silent.get(keyOf(seat)) ?? now]))
  return seats.filter(seat => now - found.silent.get(keyOf(seat))! >= 1000 * silentForSeconds)
}
