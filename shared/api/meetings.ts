import * as z from 'zod/mini'
import { defineCall } from './contract.ts'
import { success, uuid } from './fields.ts'

/** Without a media server everyone sends to everyone: a call of more people than this is none. */
export const largestPeerCall = 4

/** How long who is in a meeting at its end may stay in it. */
export const staysMinutes = 15

/** How often the credentials are renewed while one is in the meeting, and how long they are good for. */
export const renewalSeconds = 120
export const credentialSeconds = 300

/** Whether guests wait until the host lets them in, or enter as they come. */
export const admission = z.enum(['ask', 'direct'])
export type Admission = z.output<typeof admission>

const someone = {
  id: uuid,
  name: z.string(),
  username: z.string(),
  profile_image: z.nullable(z.string()),
  is_you: z.boolean(),
  is_tutor: z.boolean(),
}

const person = z.object({
  ...someone,
  present: z.boolean(),
  /** At the door, for the host to let in; only the host is told. */
  waiting: z.boolean(),
})
export type MeetingPerson = z.output<typeof person>

const iceServer = z.object({
  urls: z.array(z.string()),
  username: z.optional(z.string()),
  credential: z.optional(z.string()),
})
export type IceServer = z.output<typeof iceServer>

const attendance = z.object({
  ...someone,
  /** When they came first and left last, and the seconds they were there in all. */
  joined_at: z.nullable(z.iso.datetime()),
  left_at: z.nullable(z.iso.datetime()),
  seconds: z.number(),
})
export type Attendance = z.output<typeof attendance>

/** A booking's id, or an occurrence's of a session one teaches or has a place in. */
const bookingId = uuid

export const meetings = {
  credentials: defineCall({
    method: 'POST',
    path: '/api/meeting/credentials',
    summary:
      'What it takes to enter the meeting of a booking, or to go on being in it: open from ten minutes before its start to its ' +
      'end for its people; who is in it then may stay for fifteen minutes. Whoever was in it, and for how long, decides whether ' +
      'it took place; only who enters over the live connection, and is let in, is in it.',
    access: 'login',
    body: z.object({ bookingId }),
    output: z.object({
      status: success,
      topic: z.string(),
      starts_on: z.iso.datetime(),
      ends_on: z.iso.datetime(),
      /** When everyone is out. */
      closes_on: z.iso.datetime(),
      people: z.array(person),
      /** A random name, and what enters it over the live connection as this person of this login alone. */
      room: uuid,
      token: z.string(),
      expires_on: z.iso.datetime(),
      ice_servers: z.array(iceServer),
      /** Whether the browsers talk to each other, or to a media server. */
      kind: z.enum(['peer', 'sfu']),
      role: z.enum(['host', 'guest']),
      admission,
      /** Whether the caller enters without being let in (again). */
      admitted: z.boolean(),
    }),
    errors: ['not_found', 'conflict'],
    perMinute: 60,
  }),
  setAdmission: defineCall({
    method: 'POST',
    path: '/api/meeting/admission',
    summary:
      'Decide, as the host, whether guests of this meeting and of those to come wait to be let in. Who waits when it becomes ' +
      'direct is let in.',
    access: 'login',
    body: z.object({ bookingId, admission }),
    output: z.object({ status: success, admission }),
    errors: ['not_found', 'conflict', 'forbidden'],
    perMinute: 60,
  }),
  attendance: defineCall({
    method: 'GET',
    path: '/api/meeting/attendance',
    summary:
      'Who was in a meeting, from when to when and for how long. Its host sees everyone, a guest the host and themselves.',
    access: 'login',
    query: z.object({ bookingId }),
    output: z.object({ status: success, people: z.array(attendance) }),
    errors: ['not_found'],
  }),
  limits: defineCall({
    method: 'GET',
    path: '/api/meeting/limits',
    summary: 'How many people a video call here can have at once; null where there is a media server.',
    access: 'login',
    output: z.object({ status: success, largest_call: z.nullable(z.number()) }),
    errors: [],
  }),
}
