import type { Live } from './sockets.ts'

/** Which connections of a room leave these rooms, with the one that stays. */
type SendAway = { from: string; event?: 'replaced' | 'refused' | 'removed'; leaving: string[]; but?: string }

/**
 * Removes connections from a meeting's rooms, on every server, after telling them why. Each server does both
 * for its own connections: an event and a removal sent one after the other can overtake each other.
 */
export function sendAway(live: Live, order: SendAway): void {
  sendAwayHere(live, order)
  live.sockets.serverSideEmit('send-away', order)
}

/** Carries out another server's `sendAway`. */
export function hearSendAway(live: Live): void {
  live.sockets.on('send-away', (order: SendAway) => sendAwayHere(live, order))
}

function sendAwayHere({ sockets, seats }: Live, { from, event, leaving, but }: SendAway): void {
  for (const id of [...(sockets.adapter.rooms.get(from) ?? [])]) {
    const socket = sockets.sockets.get(id)
    if (!socket || id === but) continue
    if (event) socket.emit(event)
    for (const room of leaving) void socket.leave(room)
    seats.delete(id)
  }
}
