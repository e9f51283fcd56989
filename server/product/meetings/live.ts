import type { Deps } from '#server/deps.ts'
import type { Janus } from '#server/platform/media/janus.ts'
import { onEvent } from '#server/platform/realtime/on-event.ts'
import type { LiveSocket } from '#server/platform/realtime/realtime.ts'
import { saidInMeeting } from '#shared/api/meeting-events.ts'
import type { Admission } from '#shared/api/meetings.ts'
import { enterCall } from './live/enter-call.ts'
import { admit, mute, refuse, remove, tellDoor } from './live/host.ts'
import { connectionLost, leaveCall, leaveFromAfar } from './live/leave-call.ts'
import { hearSendAway } from './live/send-away.ts'
import { inCall, type Live, notSeated, peer, seatOf } from './live/sockets.ts'
import { tellPeer } from './live/tell.ts'
import { tendSeats } from './live/tend-seats.ts'
import { keepMessage } from './messages.ts'
import { peerIdOf, showFeed, showState } from './seats.ts'

export type MeetingLive = {
  /** Tells everyone the state of the door, and those who wait that they are admitted when it opens. */
  doorSet(roomId: string, admission: Admission): Promise<void>
  close(): Promise<void>
}

/**
 * The live side of meetings: entering, admitting guests, and messages. Every event checks the permission in
 * the database, so that it holds on whatever server a person is, and from the moment it changes.
 */
export function meetingLive(deps: Deps, janus: Janus | undefined): MeetingLive {
  const live: Live = { deps, janus, sockets: deps.realtime.namespace('/meetings'), seats: new Map() }
  hearSendAway(live)
  live.sockets.on('connection', socket => hear(live, socket))
  const close = tendSeats(live)
  return { doorSet: (roomId, admission) => tellDoor(live, roomId, admission), close }
}

function hear(live: Live, socket: LiveSocket): void {
  const { db, log, now } = live.deps
  // One at a time: entering and leaving must not overlap.
  let last: Promise<unknown> = Promise.resolve()
  const inOrder = <T>(work: () => Promise<T>): Promise<T> => {
    const done = last.then(work)
    last = done.catch(() => {})
    return done
  }

  onEvent(socket, 'enter', saidInMeeting.enter, { perSecond: 2 }, entering =>
    inOrder(() => enterCall(live, socket, entering)),
  )
  onEvent(socket, 'leave', saidInMeeting.leave, { perSecond: 2 }, ({ peer_id }) =>
    inOrder(() =>
      peer_id && !live.seats.has(socket.id) ? leaveFromAfar(live, socket, peer_id) : leaveCall(live, socket),
    ),
  )
  socket.on('disconnect', () => {
    inOrder(() => connectionLost(live, socket)).catch(error => {
      // They are soon gone, since nobody sees them anymore.
      log.warn({ reason: error.message }, 'clearing a meeting seat failed')
    })
  })

  onEvent(socket, 'signal', saidInMeeting.signal, { perSecond: 100 }, async ({ to, ...signal }) => {
    const seat = await seatOf(live, socket, to)
    socket.to(peer(to)).emit('signal', { from: peerIdOf(seat), ...signal })
  })
  // Also in order, so that nobody hears about a person's media after hearing that they left.
  onEvent(socket, 'state', saidInMeeting.state, { perSecond: 10 }, state =>
    inOrder(async () => {
      const seat = await seatOf(live, socket)
      if (!(await showState(db, seat, state))) throw notSeated()
      await tellPeer(live, seat, socket)
    }),
  )
  onEvent(socket, 'joined', saidInMeeting.joined, { perSecond: 2 }, ({ feed }) =>
    inOrder(async () => {
      const seat = await seatOf(live, socket)
      if (!(await showFeed(db, seat, feed))) throw notSeated()
      await tellPeer(live, seat, socket)
    }),
  )
  onEvent(socket, 'say', saidInMeeting.say, { perSecond: 3 }, async said => {
    const seat = await seatOf(live, socket)
    const message = await keepMessage(db, seat, said, now())
    socket.to(inCall(seat.roomId)).emit('message', message)
    return message
  })

  onEvent(socket, 'admit', saidInMeeting.admit, { perSecond: 10 }, ({ person_id }) =>
    admit(live, socket, person_id),
  )
  onEvent(socket, 'refuse', saidInMeeting.refuse, { perSecond: 10 }, ({ person_id }) =>
    refuse(live, socket, person_id),
  )
  onEvent(socket, 'mute', saidInMeeting.mute, { perSecond: 10 }, ({ peer_id }) => mute(live, socket, peer_id))
  onEvent(socket, 'remove', saidInMeeting.remove, { perSecond: 10 }, ({ person_id }) =>
    remove(live, socket, person_id),
  )
}
