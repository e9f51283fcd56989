import { clearSeats, keepSeats, leaveSeat, seenEverySeconds } from '../seats.ts'
import { type Live, leaveRooms } from './sockets.ts'
import { tellGone, withdraw } from './tell.ts'

/** Checks this server's seats each second, and everyone's every few seconds. Returns a function to stop. */
export function tendSeats(live: Live): () => Promise<void> {
  let nextSeen = performance.now()
  let looking: Promise<void> | undefined
  async function look(): Promise<void> {
    await closeSeats(live)
    if (performance.now() < nextSeen) return
    nextSeen = performance.now() + 1000 * seenEverySeconds
    await sayWhoIsHere(live)
  }
  const timer = setInterval(() => {
    looking ??= look()
      .catch(error =>
        live.deps.log.warn({ reason: error.message }, 'the seats of meetings weren’t looked after'),
      )
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

/** Ends this server's seats in meetings that close. */
async function closeSeats(live: Live): Promise<void> {
  const { deps, seats, sockets } = live
  for (const seat of [...seats.values()]) {
    if (Temporal.Instant.compare(deps.now(), seat.closes) < 0) continue
    seats.delete(seat.socketId)
    sockets.local.to(seat.socketId).emit('closed')
    leaveRooms(live, seat)
    await leaveSeat(deps.db, seat, seat.closes)
  }
}

/** Reports who is connected, and clears the seats of people who weren't reported. */
async function sayWhoIsHere(live: Live): Promise<void> {
  const { deps, seats } = live
  await keepSeats(deps.db, [...seats.values()], deps.now())
  const gone = await clearSeats(deps.db)
  for (const seat of gone) await tellGone(live, seat, 'gone')
  // Not awaited: an unresponsive media server must not delay the next report.
  for (const roomId of new Set(gone.map(seat => seat.roomId))) void withdraw(live, roomId)
}
