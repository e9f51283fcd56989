import * as z from 'zod/mini'
import { isUuid, text, uuid } from './fields.ts'

/* The live events of a meeting (namespace `/meetings`). Everyone in a call is a peer: one stay of one
   person, with an id that survives a reconnect. A person has one seat: entering from elsewhere ends the
   previous one. */

export const messageLimit = 1000

/** How many of the last messages beside the call a person gets on entering. */
export const messagesOnEntering = 200

/** A person's id and their stay's. */
const peerId = z.string().check(
  z.refine(text => {
    const ids = text.split('.')
    return ids.length === 2 && ids.every(isUuid)
  }),
)

const peerState = z.object({
  microphone: z.boolean(),
  camera: z.boolean(),
  screen: z.boolean(),
  hand: z.boolean(),
  /** Whether they have the meeting's board open. A page from before this knows nothing of it. */
  board: z._default(z.boolean(), false),
})
export type PeerState = z.output<typeof peerState>

const peer = z.object({
  peer_id: peerId,
  person_id: uuid,
  name: z.string(),
  username: z.string(),
  profile_image: z.nullable(z.string()),
  is_host: z.boolean(),
  state: peerState,
  /** Their publisher's id at the media server once they have joined there; null if the browsers talk to each other. */
  feed: z.nullable(z.number()),
  /** The connection is lost; they may reconnect in a moment. */
  lost: z.boolean(),
})
export type Peer = z.output<typeof peer>

const waiting = z.object({
  person_id: uuid,
  name: z.string(),
  username: z.string(),
  profile_image: z.nullable(z.string()),
})
export type WaitingPerson = z.output<typeof waiting>

const message = z.object({
  id: uuid,
  person_id: uuid,
  name: z.string(),
  username: z.string(),
  profile_image: z.nullable(z.string()),
  text: z.string(),
  sent_on: z.iso.datetime(),
})
export type MeetingMessage = z.output<typeof message>

/**
 * How a browser enters the meeting's room at the media server: it speaks Janus' own protocol over a websocket
 * at `url`.
 */
const mediaAccess = z.object({
  url: z.string(),
  room: z.number(),
  /** Sent with every request until the meeting closes. */
  token: z.string(),
  /** The `token` with which the publisher and the subscriber join, and the publisher's `id`. */
  room_token: z.string(),
  feed: z.number(),
})
export type MediaAccess = z.output<typeof mediaAccess>

/** A person who hasn't been admitted waits, and enters again on `admitted`. */
const entered = z.union([
  z.object({ admitted: z.literal(false) }),
  z.object({
    admitted: z.literal(true),
    you: peer,
    /** The others in the call. */
    peers: z.array(peer),
    /** Who is waiting at the door; only for the host. */
    waiting: z.array(waiting),
    admission: z.enum(['ask', 'direct']),
    /** The latest messages, oldest first. */
    messages: z.array(message),
    /** Null if the browsers talk to each other; `away` if the media server doesn't answer, for a person who was in the call before. */
    media: z.nullable(z.union([mediaAccess, z.literal('away')])),
    closes_on: z.iso.datetime(),
  }),
])
export type Entered = z.output<typeof entered>

const sessionDescription = z.object({
  type: z.enum(['offer', 'answer', 'pranswer', 'rollback']),
  sdp: z.optional(z.string().check(z.maxLength(40_000))),
})

const feed = z.int().check(z.gte(1), z.lte(Number.MAX_SAFE_INTEGER))

const iceCandidate = z.object({
  candidate: z._default(z.string().check(z.maxLength(2_000)), ''),
  sdpMid: z.optional(z.nullable(z.string().check(z.maxLength(64)))),
  sdpMLineIndex: z.optional(z.nullable(z.int().check(z.gte(0), z.lte(500)))),
  usernameFragment: z.optional(z.nullable(z.string().check(z.maxLength(256)))),
})

/**
 * Relayed unchanged. `connection` names one connection between two peers, so that each side notices when the
 * other started over; a null candidate means that there are no more.
 */
const signal = {
  connection: z.optional(uuid),
  first: z.optional(z.boolean()),
  reset: z.optional(z.boolean()),
  description: z.optional(sessionDescription),
  candidate: z.optional(z.nullable(iceCandidate)),
}

/** What a client sends; the server answers each. */
export const saidInMeeting = {
  /** Also sent after every reconnect, with the previous id: then the host isn't asked again. */
  enter: z.object({
    token: z.string().check(z.maxLength(600)),
    peer_id: z.optional(peerId),
    /**
     * The publisher's id that the client still has at the media server; null if it needs another one. A page from before this leaves it
     * out, and keeps its id.
     */
    feed: z.optional(z.nullable(feed)),
  }),
  /** It has joined at the media server: until then nobody else learns the id, or they could take it. */
  joined: z.object({ feed }),
  /** With the id from before: the connection may be new and have no seat yet. */
  leave: z.object({ peer_id: z.optional(peerId) }),
  signal: z.object({ to: peerId, ...signal }),
  state: peerState,
  /** The client makes the id, so that resending after a lost answer doesn't duplicate the message. */
  say: z.object({ id: uuid, text: text(messageLimit, 'Message') }),
  /** Only the host may send these. */
  admit: z.object({ person_id: uuid }),
  refuse: z.object({ person_id: uuid }),
  mute: z.object({ peer_id: peerId }),
  remove: z.object({ person_id: uuid }),
}

/** What a client receives. */
export type MeetingNews = {
  /** Somebody entered, came back under the same id, or changed what they show. */
  peer: (peer: Peer) => void
  /** Left for good: a person who only lost the connection stays a `lost` peer for 15 seconds. */
  left: (gone: { peer_id: string; reason: 'left' | 'gone' | 'removed' }) => void
  signal: (signal: { from: string } & Omit<z.output<typeof saidInMeeting.signal>, 'to'>) => void
  message: (message: MeetingMessage) => void
  /** To the host: everyone who is waiting at the door. */
  waiting: (door: { people: WaitingPerson[] }) => void
  /** To a guest at the door. */
  admitted: () => void
  refused: () => void
  /** The host mutes this person. */
  muted: () => void
  /** The host removed this person. */
  removed: () => void
  /** The same person entered from elsewhere. */
  replaced: () => void
  admission: (now: { admission: 'ask' | 'direct' }) => void
  /** The meeting is over. */
  closed: () => void
}
