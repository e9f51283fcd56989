import { problem } from '#server/platform/http/problem.ts'
import type { LiveSocket } from '#server/platform/realtime/realtime.ts'
import type { Admission } from '#shared/api/meetings.ts'
import { storeDecision, wasLetIn } from '../rooms.ts'
import { clearSeatOf, peersIn, waitingIn } from '../seats.ts'
import { sendAway } from './send-away.ts'
import {
  atDoor,
  connectedTo,
  inCall,
  type Live,
  notIn,
  peer,
  roomsOf,
  type Seated,
  seatOf,
} from './sockets.ts'
import { announceLeft, tellHost } from './tell.ts'

/**
 * Lets a person at the door into the call; does nothing if they may come in already, as at the second press of a button. Only the host may;
 * not found if nobody by that id waits.
 */
export async function admit(live: Live, socket: LiveSocket, personId: string): Promise<void> {
  const { roomId } = await asHost(live, socket)
  if (await wasLetIn(live.deps.db, roomId, personId)) return
  await requireWaiting(live, roomId, personId)
  await decide(live, roomId, personId, 'admitted')
  live.sockets.to(connectedTo(roomId, personId)).emit('admitted')
  await tellHost(live, roomId)
}

/** Turns a person at the door away. Only the host may; not found if nobody by that id waits. */
export async function refuse(live: Live, socket: LiveSocket, personId: string): Promise<void> {
  const { roomId } = await asHost(live, socket)
  await requireWaiting(live, roomId, personId)
  await decide(live, roomId, personId, 'refused')
  await putOut(live, roomId, personId, 'refused')
}

/** Asks a peer's browser to mute its microphone. Only the host may; not found if the peer isn't in this call. */
export async function mute(live: Live, socket: LiveSocket, peerId: string): Promise<void> {
  await asHost(live, socket)
  await seatOf(live, socket, peerId)
  live.sockets.to(peer(peerId)).emit('muted')
}

/**
 * Takes a person out of the call. They have to ask before they come back, even if the door is open. Only the
 * host may, and not for themselves.
 */
export async function remove(live: Live, socket: LiveSocket, guestId: string): Promise<void> {
  const { roomId, personId } = await asHost(live, socket)
  if (guestId === personId) throw problem('conflict', 'You can’t remove yourself. Leave the meeting instead.')
  const present = await peersIn(live.deps.db, roomId, guestId)
  if (present.length === 0) throw notIn()
  await decide(live, roomId, guestId, 'removed')
  await putOut(live, roomId, guestId, 'removed')
}

/** Tells everyone the state of the door, and those who wait that they are admitted when it opens. */
export async function tellDoor(live: Live, roomId: string, admission: Admission): Promise<void> {
  live.sockets.to(inCall(roomId)).emit('admission', { admission })
  if (admission === 'direct') live.sockets.to(atDoor(roomId)).emit('admitted')
  await tellHost(live, roomId)
}

async function asHost(live: Live, socket: LiveSocket): Promise<Seated> {
  const seat = await seatOf(live, socket)
  const room = await live.deps.db
    .selectFrom('meeting_rooms')
    .select('host_id')
    .where('id', '=', seat.roomId)
    .executeTakeFirst()
  if (room?.host_id !== seat.personId) throw problem('forbidden', 'Only the host can do this.')
  return seat
}

/** Stores what the host decides about a guest, who may be coming in again just now and would write over it. */
async function decide(
  { deps: { db, now } }: Live,
  roomId: string,
  personId: string,
  state: 'admitted' | 'refused' | 'removed',
): Promise<void> {
  await db.transaction().execute(async trx => {
    await trx.selectFrom('meeting_rooms').select('id').where('id', '=', roomId).forNoKeyUpdate().execute()
    await storeDecision(trx, roomId, personId, state, now())
  })
}

async function requireWaiting({ deps }: Live, roomId: string, personId: string): Promise<void> {
  const waiting = await waitingIn(deps.db, roomId)
  if (!waiting.some(({ person_id }) => person_id === personId))
    throw problem('not_found', 'They’re not waiting anymore.')
}

/** Clears the seat of a guest whom the host refuses, and tells them. */
async function putOut(
  live: Live,
  roomId: string,
  personId: string,
  event: 'refused' | 'removed',
): Promise<void> {
  const seat = await clearSeatOf(live.deps.db, { roomId, personId }, live.deps.now())
  const from = connectedTo(roomId, personId)
  sendAway(live, { from, event, leaving: roomsOf(roomId, { personId, stay: seat?.stay ?? '' }) })
  if (seat) await announceLeft(live, seat, 'removed')
  // What they may do on the meeting's board is looked up as they come back to it: they may no longer point there.
  live.deps.realtime.namespace('/boards').in(`person:${personId}`).disconnectSockets()
}
