import type { MeetingMessage, Peer, WaitingPerson } from '#shared/api/meeting-events.ts'
import type { Admission } from '#shared/api/meetings.ts'
import type { RemoteMedia } from './call.ts'
import type { Meeting } from './room-queries.ts'

/** Why the person isn't in the meeting anymore. */
export type Ending =
  | { how: 'left' | 'removed' | 'replaced' | 'refused' | 'closed' | 'canceled' | 'place canceled' }
  | { how: 'failed'; text: string }

export type MeetingState = {
  phase: 'entering' | 'waiting' | 'in' | 'ended'
  ending: Ending | null
  /** The meeting as the server last told it: its times and topic can change meanwhile. */
  meeting: Meeting
  /** Whether the live connection is up; the call continues without it. */
  connected: boolean
  /** Whether the server gave no answer when it was last asked. */
  lost: boolean
  you: Peer | null
  peers: readonly Peer[]
  media: ReadonlyMap<string, RemoteMedia>
  hand: boolean
  /** Whether the person has the board open. */
  board: boolean
  /** Who is at the door; only the host can admit them. */
  waiting: readonly WaitingPerson[]
  admission: Admission
  messages: readonly MeetingMessage[]
  /** The latest event, for screen readers; numbered, since the same words may come twice. */
  said: { number: number; text: string }
}

/** The state of somebody who has asked to come in and has no answer yet. */
export function enteringState(meeting: Meeting): MeetingState {
  return {
    phase: 'entering',
    ending: null,
    meeting,
    connected: false,
    lost: false,
    you: null,
    peers: [],
    media: new Map(),
    hand: false,
    board: false,
    waiting: [],
    admission: meeting.admission,
    messages: [],
    said: { number: 0, text: '' },
  }
}

/** What changes with an event that screen readers announce. */
export function withSaid({ said }: MeetingState, text: string): Pick<MeetingState, 'said'> {
  return { said: { number: said.number + 1, text } }
}

/** What changes with news of a person, who may be new, or the person of this state. */
export function withPeer(state: MeetingState, peer: Peer): Partial<MeetingState> {
  const { you, peers } = state
  if (peer.peer_id === you?.peer_id) return { you: peer }
  const known = peers.find(one => one.peer_id === peer.peer_id)
  const said = whatIsNew(known, peer)
  return {
    peers: known ? peers.map(one => (one === known ? peer : one)) : [...peers, peer],
    ...(said && withSaid(state, said)),
  }
}

function whatIsNew(known: Peer | undefined, peer: Peer): string | null {
  if (!known) return `${peer.name} joined`
  if (peer.lost && !known.lost) return `${peer.name} lost their connection`
  if (!peer.lost && known.lost) return `${peer.name} is back`
  if (peer.state.hand && !known.state.hand) return `${peer.name} raised their hand`
  if (peer.state.screen && !known.state.screen) return `${peer.name} is sharing their screen`
  if (peer.state.board && !known.state.board) return `${peer.name} opened the board`
  return null
}

/** What changes when a person has left; nothing if they weren't there. */
export function withoutPeer(state: MeetingState, peerId: string): Partial<MeetingState> {
  const gone = state.peers.find(one => one.peer_id === peerId)
  if (!gone) return {}
  return { peers: state.peers.filter(one => one !== gone), ...withSaid(state, `${gone.name} left`) }
}

/** What changes with a message; nothing if it has come before. */
export function withMessage(state: MeetingState, message: MeetingMessage): Partial<MeetingState> {
  const { messages, you } = state
  if (messages.some(one => one.id === message.id)) return {}
  const own = message.person_id === you?.person_id
  return {
    messages: [...messages, message],
    ...(!own && withSaid(state, `${message.name} wrote: ${message.text}`)),
  }
}

/**
 * How many messages of others came after the last one that the person has seen. Only the latest are listed, so
 * it may not be among them.
 */
export function unreadIn({ messages, you }: MeetingState, seenId: string | undefined): number {
  const later = messages.slice(messages.findIndex(({ id }) => id === seenId) + 1)
  return later.filter(one => one.person_id !== you?.person_id).length
}

/** What changes with the people who wait at the door. */
export function withWaiting(state: MeetingState, people: WaitingPerson[]): Partial<MeetingState> {
  const another = people.find(one => !state.waiting.some(({ person_id }) => person_id === one.person_id))
  return { waiting: people, ...(another && withSaid(state, `${another.name} is waiting to get in`)) }
}

/** The people whom a list doesn't have, although their picture or voice still comes. */
export function stillHeard({ peers, media }: MeetingState, listed: readonly Peer[]): Peer[] {
  return peers
    .filter(({ person_id }) => !listed.some(one => one.person_id === person_id))
    .filter(({ peer_id }) => ['good', 'weak'].includes(media.get(peer_id)?.line ?? 'lost'))
}
