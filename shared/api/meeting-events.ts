import * as z from 'zod/mini'
import { text, uuid } from './fields.ts'

/*
 * What goes over the live connection in a meeting (namespace `/meetings`). Everyone in a call is a peer: one stay of one person,
 * whose id stays the same when the connection is made again. A person has one seat: entering from elsewhere ends the former.
 */

export const messageLimit = 1000

/** Messages of the chat beside the call that one gets on entering: the last ones. */
export const messagesOnEntering = 200

const peerId = z.string().check(z.regex(/^[0-9a-f-]{36}\.[0-9a-f-]{36}$/))

const peerState = z.object({
  microphone: z.boolean(),
  camera: z.boolean(),
  screen: z.boolean(),
  hand: z.boolean(),
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
  /** Their publisher's id at the media server; null where the browsers talk to each other. */
  feed: z.nullable(z.number()),
  /** The connection is gone; they may be back in a moment. */
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

/** How a browser enters the meeting's room at the media server: Janus' own words go over a websocket at `url`. */
const mediaAccess = z.object({
  url: z.string(),
  room: z.number(),
  /** Every request carries it, until the meeting closes. */
  token: z.string(),
  /** The `token` of the publisher's and the subscriber's joining, and the publisher's `id`. */
  room_token: z.string(),
  feed: z.number(),
})
export type MediaAccess = z.output<typeof mediaAccess>

/** Who isn't let in yet waits, and enters again when told `admitted`. */
const entered = z.union([
  z.object({ admitted: z.literal(false) }),
  z.object({
    admitted: z.literal(true),
    you: peer,
    /** The others in the call. */
    peers: z.array(peer),
    /** Who is at the door; for the host. */
    waiting: z.array(waiting),
    admission: z.enum(['ask', 'direct']),
    /** The last ones, the oldest first. */
    messages: z.array(message),
    media: z.nullable(mediaAccess),
    closes_on: z.iso.datetime(),
  }),
])
export type Entered = z.output<typeof entered>

const sessionDescription = z.object({
  type: z.enum(['offer', 'answer', 'pranswer', 'rollback']),
  sdp: z.optional(z.string().check(z.maxLength(40_000))),
})

const iceCandidate = z.object({
  candidate: z._default(z.string().check(z.maxLength(2_000)), ''),
  sdpMid: z.optional(z.nullable(z.string().check(z.maxLength(64)))),
  sdpMLineIndex: z.optional(z.nullable(z.int().check(z.gte(0), z.lte(500)))),
  usernameFragment: z.optional(z.nullable(z.string().check(z.maxLength(256)))),
})

/**
 * Relayed as it is. `connection` names one connection between two peers, so that each side notices when the other began anew;
 * a candidate that is null says that there are no more.
 */
const signal = {
  connection: z.optional(uuid),
  first: z.optional(z.boolean()),
  reset: z.optional(z.boolean()),
  description: z.optional(sessionDescription),
  candidate: z.optional(z.nullable(iceCandidate)),
}

/** What a client says; each is answered. */
export const saidInMeeting = {
  /** Also after every reconnect, with the id that one had: nobody is asked again. */
  enter: z.object({ token: z.string().check(z.maxLength(600)), peer_id: z.optional(peerId) }),
  /** With the id that one had: the connection may be a new one, which has no seat yet. */
  leave: z.object({ peer_id: z.optional(peerId) }),
  signal: z.object({ to: peerId, ...signal }),
  state: peerState,
  /** Its id is the client's, so that what is sent again after a lost answer is there once. */
  say: z.object({ id: uuid, text: text(messageLimit, 'Message') }),
  /** The host's. */
  admit: z.object({ person_id: uuid }),
  refuse: z.object({ person_id: uuid }),
  mute: z.object({ peer_id: peerId }),
  remove: z.object({ person_id: uuid }),
}

/** What a client is told. */
export type MeetingNews = {
  /** Somebody entered, or is back under the same id, or changed what they show. */
  peer: (peer: Peer) => void
  /** For good: who has only lost the connection stays a `lost` peer for a quarter of a minute. */
  left: (gone: { peer_id: string; reason: 'left' | 'gone' | 'removed' }) => void
  signal: (signal: { from: string } & Omit<z.output<typeof saidInMeeting.signal>, 'to'>) => void
  message: (message: MeetingMessage) => void
  /** To the host: everyone who is at the door now. */
  waiting: (door: { people: WaitingPerson[] }) => void
  /** To a guest at the door. */
  admitted: () => void
  refused: () => void
  /** The host asks for silence. */
  muted: () => void
  /** The host has put one out. */
  removed: () => void
  /** One has entered from elsewhere. */
  replaced: () => void
  admission: (now: { admission: 'ask' | 'direct' }) => void
  /** The meeting is over for good. */
  closed: () => void
}
