import type { Deps } from '#server/deps.ts'
import { problem } from '#server/platform/http/problem.ts'
import type { Janus } from '#server/platform/media/janus.ts'
import type { LiveRoom, LiveSocket } from '#server/platform/realtime/realtime.ts'
import { isInCall, peerIdOf, type Seat } from '../seats.ts'

/** The live meetings on this server. */
export type Live = {
  deps: Deps
  janus: Janus | undefined
  sockets: LiveRoom
  /** This server's sockets, by id. */
  seats: Map<string, Seated>
}

export type Seated = Seat & { waiting: boolean; closes: Temporal.Instant }

/**
 * The socket.io room of everyone connected to a meeting, or of one person in it. The triggers of the database
 * use these names to remove people.
 */
export const connectedTo = (roomId: string, personId?: string) =>
  personId ? `meeting:${roomId}:${personId}` : `meeting:${roomId}`
export const inCall = (roomId: string) => `call:${roomId}`
export const atDoor = (roomId: string) => `door:${roomId}`
export const hostOf = (roomId: string) => `host:${roomId}`
export const peer = (peerId: string) => `peer:${peerId}`

/** All rooms that a person's socket may be in during one stay in a meeting. */
export function roomsOf(roomId: string, stay: Pick<Seat, 'personId' | 'stay'>): string[] {
  return [
    connectedTo(roomId),
    connectedTo(roomId, stay.personId),
    inCall(roomId),
    atDoor(roomId),
    hostOf(roomId),
    peer(peerIdOf(stay)),
  ]
}

/** Takes a seat's socket out of all rooms of its meeting, if the socket is on this server; it stays connected. */
export function leaveRooms({ sockets }: Live, seat: Seat): void {
  sockets.local.in(seat.socketId).socketsLeave(roomsOf(seat.roomId, seat))
}

/** The seat of a socket that is in the call now, and, if a peer is given, in the same call as that peer. */
export async function seatOf({ deps, seats }: Live, socket: LiveSocket, withPeer?: string): Promise<Seated> {
  const seat = seats.get(socket.id)
  const open = seat && !seat.waiting && Temporal.Instant.compare(deps.now(), seat.closes) < 0
  if (open && (await isInCall(deps.db, seat, withPeer))) return seat
  throw open && withPeer !== undefined && (await isInCall(deps.db, seat)) ? notIn() : notSeated()
}

/** The 404 for someone whose peer isn't in the same call. */
export const notIn = () => problem('not_found', 'They’re not in this meeting.')

/** The 404 for someone who isn't in the call themselves, as on a new connection that hasn't entered yet. */
export const notSeated = () =>
  problem('not_found', 'You’re not in the call right now. Try again in a moment.')
