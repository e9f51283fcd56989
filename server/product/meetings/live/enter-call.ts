import type * as z from 'zod/mini'
import { isoTime } from '#server/platform/http/iso-time.ts'
import type { LiveSocket } from '#server/platform/realtime/realtime.ts'
import type { Entered, saidInMeeting } from '#shared/api/meeting-events.ts'
import { type Entrance, enterRoom, mayStay } from '../enter.ts'
import { lastMessages } from '../messages.ts'
import { isSeated, peerIdOf, peersIn, waitingIn } from '../seats.ts'
import { connectionLost, leaveCall } from './leave-call.ts'
import { sendAway } from './send-away.ts'
import {
  atDoor,
  connectedTo,
  hostOf,
  inCall,
  type Live,
  leaveRooms,
  notSeated,
  peer,
  roomsOf,
} from './sockets.ts'
import { announceLeft, tellHost, tellPeer } from './tell.ts'

/** Lets a socket with a pass into the call, or to its door. */
export async function enterCall(
  live: Live,
  socket: LiveSocket,
  { token, peer_id, feed }: z.output<typeof saidInMeeting.enter>,
): Promise<Entered> {
  const { deps, janus, seats } = live
  const { login } = socket.data
  const seated = seats.get(socket.id)
  const known = peer_id ?? (seated && peerIdOf(seated))
  const entrance = await enterRoom(deps, janus, { login, socketId: socket.id, token, peer_id: known, feed })
  const { seat, room, waiting, closes, replaced } = entrance
  await leaveCall(live, socket, seat)
  if (replaced) {
    sendAway(live, { from: peer(peerIdOf(replaced)), event: 'replaced', leaving: roomsOf(room.id, replaced) })
    if (!replaced.waiting) await announceLeft(live, replaced, 'left')
  }
  // The connection that had the seat before, if it hasn't noticed yet that it is gone.
  sendAway(live, { from: peer(peerIdOf(seat)), leaving: roomsOf(room.id, seat), but: socket.id })
  seats.set(socket.id, { ...seat, waiting, closes })
  await socket.join([
    connectedTo(room.id),
    connectedTo(room.id, seat.personId),
    peer(peerIdOf(seat)),
    waiting ? atDoor(room.id) : inCall(room.id),
    ...(room.host_id === login.userId ? [hostOf(room.id)] : []),
  ])
  if (waiting) {
    await socket.leave(inCall(room.id))
    await tellHost(live, room.id)
    return { admitted: false }
  }
  await socket.leave(atDoor(room.id))
  // Their right may have ended, or the host may have removed them, before this socket could be told.
  if (!(await mayStay(deps, login, room.id)) || !(await isSeated(deps.db, seat))) {
    leaveRooms(live, seat)
    await connectionLost(live, socket)
    throw notSeated()
  }
  if (!socket.connected) await connectionLost(live, socket)
  await tellPeer(live, seat, socket)
  return welcome(live, entrance)
}

/** The state of a room; read after subscribing to its events, so that nothing is missed in between. */
async function welcome(
  { deps, janus }: Live,
  { seat, room, closes, media, feed }: Entrance,
): Promise<Entered> {
  const everyone = await peersIn(deps.db, room.id)
  const you = everyone.find(one => one.person_id === seat.personId)
  if (!you) throw notSeated()
  return {
    admitted: true,
    you,
    peers: everyone.filter(one => one !== you),
    waiting: you.is_host ? await waitingIn(deps.db, room.id) : [],
    admission: room.admission,
    messages: await lastMessages(deps.db, room.id),
    media:
      media === null || media === 'away'
        ? media
        : { url: media.url, room: media.room, feed: feed!, ...(await janus!.letIn(media, feed!, closes)) },
    closes_on: isoTime(closes),
  }
}
