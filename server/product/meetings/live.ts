import type { Deps } from '#server/deps.ts'
import { isoTime } from '#server/platform/http/iso-time.ts'
import { problem } from '#server/platform/http/problem.ts'
import type { Janus } from '#server/platform/media/janus.ts'
import { onEvent } from '#server/platform/realtime/on-event.ts'
import type { LiveRoom, LiveSocket } from '#server/platform/realtime/realtime.ts'
import { type Entered, saidInMeeting } from '#shared/api/meeting-events.ts'
import type { Admission } from '#shared/api/meetings.ts'
import { type Entrance, enterRoom, mayStay } from './enter.ts'
import { withdrawMedia } from './media.ts'
import { keepMessage, lastMessages } from './messages.ts'
import { decideOf } from './rooms.ts'
import {
  clearSeats,
  type Ended,
  emptySeat,
  giveUpSeat,
  isInCall,
  keepSeats,
  leaveSeat,
  loseSeat,
  partsOf,
  peerIdOf,
  peersIn,
  type Seat,
  seenEverySeconds,
  showState,
  waitingIn,
} from './seats.ts'

/** Connections of a room that leave these, but one of them. */
type Order = { from: string; event?: 'replaced' | 'refused' | 'removed'; leaving: string[]; but?: string }

type Seated = Seat & { waiting: boolean; closes: Temporal.Instant }

/** Everyone connected to a room, or one of its people: the names that the database uses to send them away. */
const connectedTo = (roomId: string, personId?: string) =>
  personId ? `meeting:${roomId}:${personId}` : `meeting:${roomId}`
const inCall = (roomId: string) => `call:${roomId}`
const atDoor = (roomId: string) => `door:${roomId}`
const hostOf = (roomId: string) => `host:${roomId}`
const peer = (peerId: string) => `peer:${peerId}`

export type MeetingLive = {
  /** Tells everyone how the door is, and those at it when it is open. */
  doorSet(roomId: string, admission: Admission): Promise<void>
  close(): Promise<void>
}

/**
 * The live side of meetings: who enters, who is let in, and what they say to each other. Who may do what is asked of the database
 * at every event, so that it holds on whatever server somebody is, and from the moment it changes.
 */
export function meetingLive(deps: Deps, janus: Janus | undefined): MeetingLive {
  const { db } = deps
  const meetings: LiveRoom = deps.realtime.namespace('/meetings')
  /** Of the sockets of this server. */
  const seats = new Map<string, Seated>()

  async function tellPeer({ roomId, personId }: Seat, socket: LiveSocket | null): Promise<void> {
    const [present] = await peersIn(db, roomId, personId)
    if (present) (socket ?? meetings).to(inCall(roomId)).emit('peer', present)
  }

  async function tellHost(roomId: string): Promise<void> {
    meetings.to(hostOf(roomId)).emit('waiting', { people: await waitingIn(db, roomId) })
  }

  function leaveRooms(seat: Seat): void {
    meetings.local.in(seat.socketId).socketsLeave(roomsOf(seat.roomId, seat))
  }

  /**
   * Takes connections out of the rooms of a meeting, wherever they are, once they are told why. Each server does both to its own:
   * an event and a leaving that are sent one after the other can overtake each other on the way.
   */
  function sendAway(order: Order): void {
    obey(order)
    meetings.serverSideEmit('send-away', order)
  }

  function obey({ from, event, leaving, but }: Order): void {
    for (const id of [...(meetings.adapter.rooms.get(from) ?? [])]) {
      const socket = meetings.sockets.get(id)
      if (!socket || id === but) continue
      if (event) socket.emit(event)
      for (const room of leaving) void socket.leave(room)
      seats.delete(id)
    }
  }
  meetings.on('send-away', obey)

  async function enter(socket: LiveSocket, token: string, peer_id: string | undefined): Promise<Entered> {
    const { who } = socket.data
    const seated = seats.get(socket.id)
    const known = peer_id ?? (seated && peerIdOf(seated))
    const entrance = await enterRoom(deps, janus, { who, socketId: socket.id, token, peer_id: known })
    const { seat, room, waiting, closes, ended } = entrance
    await leave(socket, seat)
    if (ended) {
      sendAway({ from: peer(peerIdOf(ended)), event: 'replaced', leaving: roomsOf(room.id, ended) })
      if (!ended.waiting) await seeOut({ roomId: room.id, ...ended }, 'left')
    }
    // The connection that had the seat before, if it doesn't know yet that it is gone.
    sendAway({ from: peer(peerIdOf(seat)), leaving: roomsOf(room.id, seat), but: socket.id })
    seats.set(socket.id, { ...seat, waiting, closes })
    await socket.join([
      connectedTo(room.id),
      connectedTo(room.id, seat.personId),
      peer(peerIdOf(seat)),
      waiting ? atDoor(room.id) : inCall(room.id),
      ...(room.host_id === who.userId ? [hostOf(room.id)] : []),
    ])
    if (waiting) {
      await socket.leave(inCall(room.id))
      await tellHost(room.id)
      return { admitted: false }
    }
    await socket.leave(atDoor(room.id))
    // What let them in may have ended before this socket was among those that are told so.
    if (!(await mayStay(deps, who, room.id))) {
      leaveRooms(seat)
      await lost(socket)
      throw notIn()
    }
    if (!socket.connected) await lost(socket)
    await tellPeer(seat, socket)
    return welcome(entrance)
  }

  /** How a room is; read after one hears what happens in it, so that nothing falls between. */
  async function welcome({ seat, room, closes, media }: Entrance): Promise<Entered> {
    const everyone = await peersIn(db, room.id)
    const you = everyone.find(one => one.person_id === seat.personId)
    if (!you) throw notIn()
    return {
      admitted: true,
      you,
      peers: everyone.filter(one => one !== you),
      waiting: you.is_host ? await waitingIn(db, room.id) : [],
      admission: room.admission as Admission,
      messages: await lastMessages(db, room.id),
      media: media && {
        url: media.url,
        room: media.room,
        feed: you.feed!,
        ...(await janus!.letIn(media, you.feed!, closes)),
      },
      closes_on: isoTime(closes),
    }
  }

  /** Leaves the seat that a socket had, unless it is this one. */
  async function leave(socket: LiveSocket, but?: Seat): Promise<void> {
    const seat = seats.get(socket.id)
    if (!seat || (seat.roomId === but?.roomId && seat.stay === but.stay)) return
    seats.delete(socket.id)
    leaveRooms(seat)
    if (but?.roomId !== seat.roomId && (await leaveSeat(db, seat, momentFor(seat))))
      await seeOut(seat, 'left')
  }

  /** Whoever leaves while the connection is away says so over the next one, which has no seat. */
  async function leaveFromAfar({ data }: LiveSocket, peerId: string): Promise<void> {
    const seat = await giveUpSeat(db, { ...partsOf(peerId), personId: data.who.userId })
    if (seat) await seeOut(seat, 'left')
  }

  async function tellGone(
    seat: Ended & { roomId: string },
    reason: 'left' | 'gone' | 'removed',
  ): Promise<void> {
    if (seat.waiting) return tellHost(seat.roomId)
    meetings.to(inCall(seat.roomId)).emit('left', { peer_id: peerIdOf(seat), reason })
  }

  /** Tells the others that a seat is gone for good, and takes the media that went with it. */
  async function seeOut(...gone: Parameters<typeof tellGone>): Promise<void> {
    await tellGone(...gone)
    if (!gone[0].waiting) await withdraw(gone[0].roomId)
  }

  /** Has the media server put out who is gone. Where it can't now, it is asked again soon (media.ts). */
  async function withdraw(roomId: string): Promise<void> {
    if (!janus) return
    await withdrawMedia(db, janus, roomId).catch(error =>
      deps.log.warn({ reason: error.message }, 'a media server didn’t put out who is gone'),
    )
  }

  /** The connection is gone; who was in the call may come back to their seat, unless they have no business there any more. */
  async function lost(socket: LiveSocket): Promise<void> {
    const seat = seats.get(socket.id)
    if (!seat) return
    seats.delete(socket.id)
    if (seat.waiting) {
      if (await leaveSeat(db, seat, deps.now())) await tellHost(seat.roomId)
      return
    }
    if (!(await mayStay(deps, socket.data.who, seat.roomId))) {
      if (await leaveSeat(db, seat, momentFor(seat))) return seeOut(seat, 'left')
    } else if (await loseSeat(db, seat, momentFor(seat))) {
      await tellPeer(seat, null)
      // They may have left from afar meanwhile, of which the others were told before this.
      if ((await peersIn(db, seat.roomId, seat.personId)).length === 0) await tellGone(seat, 'left')
      return
    }
    // Their seat was cleared before, as where a session is moved.
    await withdraw(seat.roomId)
  }

  function momentFor({ closes }: Seated): Temporal.Instant {
    const now = deps.now()
    return Temporal.Instant.compare(now, closes) < 0 ? now : closes
  }

  async function seatOf(socket: LiveSocket, withPeer?: string): Promise<Seated> {
    const seat = seats.get(socket.id)
    const open = seat && !seat.waiting && Temporal.Instant.compare(deps.now(), seat.closes) < 0
    if (!open || !(await isInCall(db, seat, withPeer))) throw notIn()
    return seat
  }

  async function asHost(socket: LiveSocket): Promise<Seated> {
    const seat = await seatOf(socket)
    const room = await db
      .selectFrom('meeting_rooms')
      .select('host_id')
      .where('id', '=', seat.roomId)
      .executeTakeFirst()
    if (room?.host_id !== seat.personId) throw problem('forbidden', 'Only the host can do this.')
    return seat
  }

  meetings.on('connection', socket => {
    // Entering and leaving take turns, as neither is done at once.
    let turn: Promise<unknown> = Promise.resolve()
    const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
      const done = turn.then(work)
      turn = done.catch(() => {})
      return done
    }

    onEvent(socket, 'enter', saidInMeeting.enter, { perSecond: 2 }, ({ token, peer_id }) =>
      inTurn(() => enter(socket, token, peer_id)),
    )
    onEvent(socket, 'leave', saidInMeeting.leave, { perSecond: 2 }, ({ peer_id }) =>
      inTurn(() => (peer_id && !seats.has(socket.id) ? leaveFromAfar(socket, peer_id) : leave(socket))),
    )

    onEvent(socket, 'signal', saidInMeeting.signal, { perSecond: 100 }, async ({ to, ...signal }) => {
      const seat = await seatOf(socket, to)
      socket.to(peer(to)).emit('signal', { from: peerIdOf(seat), ...signal })
    })

    // In turn, so that nobody is told what somebody shows after they are told that they left.
    onEvent(socket, 'state', saidInMeeting.state, { perSecond: 10 }, state =>
      inTurn(async () => {
        const seat = await seatOf(socket)
        if (!(await showState(db, seat, state))) throw notIn()
        await tellPeer(seat, socket)
      }),
    )

    onEvent(socket, 'say', saidInMeeting.say, { perSecond: 3 }, async said => {
      const seat = await seatOf(socket)
      const message = await keepMessage(db, seat, said, deps.now())
      socket.to(inCall(seat.roomId)).emit('message', message)
      return message
    })

    onEvent(socket, 'admit', saidInMeeting.admit, { perSecond: 10 }, async ({ person_id }) => {
      const { roomId } = await asHost(socket)
      await requireWaiting(roomId, person_id)
      await decideOf(db, roomId, person_id, 'admitted', deps.now())
      meetings.to(connectedTo(roomId, person_id)).emit('admitted')
      await tellHost(roomId)
    })

    onEvent(socket, 'refuse', saidInMeeting.refuse, { perSecond: 10 }, async ({ person_id }) => {
      const { roomId } = await asHost(socket)
      await requireWaiting(roomId, person_id)
      await decideOf(db, roomId, person_id, 'refused', deps.now())
      await putOut(roomId, person_id, 'refused')
    })

    onEvent(socket, 'mute', saidInMeeting.mute, { perSecond: 10 }, async ({ peer_id }) => {
      await asHost(socket)
      await seatOf(socket, peer_id)
      meetings.to(peer(peer_id)).emit('muted')
    })

    onEvent(socket, 'remove', saidInMeeting.remove, { perSecond: 10 }, async ({ person_id }) => {
      const { roomId, personId } = await asHost(socket)
      if (person_id === personId) throw problem('conflict', 'You can leave, but not put yourself out.')
      const present = await peersIn(db, roomId, person_id)
      if (present.length === 0) throw notIn()
      await decideOf(db, roomId, person_id, 'removed', deps.now())
      await putOut(roomId, person_id, 'removed')
    })

    socket.on('disconnect', () => {
      inTurn(() => lost(socket)).catch(error => {
        // They are gone soon for want of being seen.
        deps.log.warn({ reason: error.message }, 'a seat in a meeting wasn’t cleared')
      })
    })
  })

  async function requireWaiting(roomId: string, personId: string): Promise<void> {
    const waiting = await waitingIn(db, roomId)
    if (!waiting.some(({ person_id }) => person_id === personId))
      throw problem('not_found', 'They aren’t at the door any more.')
  }

  /** Clears the seat of a guest whom the host doesn't want there, and tells them. */
  async function putOut(roomId: string, personId: string, event: 'refused' | 'removed'): Promise<void> {
    const seat = await emptySeat(db, roomId, personId, deps.now())
    const from = connectedTo(roomId, personId)
    sendAway({ from, event, leaving: roomsOf(roomId, { personId, stay: seat?.stay ?? '' }) })
    if (seat) await seeOut({ roomId, personId, ...seat }, 'removed')
  }

  /** Says who is here, and clears the seats of who isn't heard of. */
  async function look(): Promise<void> {
    for (const seat of [...seats.values()]) {
      if (Temporal.Instant.compare(deps.now(), seat.closes) < 0) continue
      seats.delete(seat.socketId)
      meetings.local.to(seat.socketId).emit('closed')
      leaveRooms(seat)
      await leaveSeat(db, seat, seat.closes)
    }
    if (performance.now() < nextSeen) return
    nextSeen = performance.now() + 1000 * seenEverySeconds
    await keepSeats(db, [...seats.values()], deps.now())
    const gone = await clearSeats(db)
    for (const seat of gone) await tellGone(seat, 'gone')
    // Not waited for: a media server that doesn't answer must not keep the next look from saying who is here.
    for (const roomId of new Set(gone.map(seat => seat.roomId))) void withdraw(roomId)
  }

  let nextSeen = performance.now()
  let looking: Promise<void> | undefined
  const timer = setInterval(() => {
    looking ??= look()
      .catch(error => deps.log.warn({ reason: error.message }, 'the seats of meetings weren’t looked after'))
      .finally(() => {
        looking = undefined
      })
  }, 1_000)
  timer.unref()

  return {
    async doorSet(roomId, admission) {
      meetings.to(inCall(roomId)).emit('admission', { admission })
      if (admission === 'direct') meetings.to(atDoor(roomId)).emit('admitted')
      await tellHost(roomId)
    },
    async close() {
      clearInterval(timer)
      await looking
    },
  }
}

const notIn = () => problem('not_found', 'They aren’t in this meeting, or not any more.')

function roomsOf(roomId: string, stay: Pick<Seat, 'personId' | 'stay'>): string[] {
  return [
    connectedTo(roomId),
    connectedTo(roomId, stay.personId),
    inCall(roomId),
    atDoor(roomId),
    hostOf(roomId),
    peer(peerIdOf(stay)),
  ]
}
