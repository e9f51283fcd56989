import type { LiveSocket } from '#server/platform/realtime/realtime.ts'
import { removeGoneFromRoom } from '../media.ts'
import { type ClearedSeat, peerIdOf, peersIn, type Seat, waitingIn } from '../seats.ts'
import { hostOf, inCall, type Live } from './sockets.ts'

/** Tells the others in a call the state of a peer; tells all of them if no socket is given. */
export async function tellPeer(
  { deps, sockets }: Live,
  { roomId, personId }: Seat,
  socket: LiveSocket | null,
): Promise<void> {
  const [present] = await peersIn(deps.db, roomId, personId)
  if (present) (socket ?? sockets).to(inCall(roomId)).emit('peer', present)
}

/** Tells the host who is at the door. */
export async function tellHost({ deps, sockets }: Live, roomId: string): Promise<void> {
  sockets.to(hostOf(roomId)).emit('waiting', { people: await waitingIn(deps.db, roomId) })
}

type Reason = 'left' | 'gone' | 'removed'

/** Tells the others in the call that a seat is gone; if it was at the door, tells the host who still waits. */
export async function tellGone(live: Live, seat: ClearedSeat, reason: Reason): Promise<void> {
  if (seat.waiting) return tellHost(live, seat.roomId)
  live.sockets.to(inCall(seat.roomId)).emit('left', { peer_id: peerIdOf(seat), reason })
}

/** Tells the others that a seat is gone for good, and removes its media. */
export async function announceLeft(live: Live, seat: ClearedSeat, reason: Reason): Promise<void> {
  await tellGone(live, seat, reason)
  if (!seat.waiting) await removeGoneMedia(live, seat.roomId)
}

/** Makes the media server remove people who are gone. If it can't now, media.ts retries soon. */
export async function removeGoneMedia({ deps, janus }: Live, roomId: string): Promise<void> {
  if (!janus) return
  await removeGoneFromRoom(deps.db, janus, roomId).catch(error =>
    deps.log.warn({ reason: error.message }, 'a media server couldn’t remove people who left the call'),
  )
}
