import * as z from 'zod/mini'
import { opensMinutesBefore } from '#shared/domain/booking-states.ts'
import { defineCall } from './contract.ts'
import { success, uuid } from './fields.ts'

/** Without a media server everyone sends to everyone, which doesn't work for more people than this. */
export const largestPeerCall = 4

/** How long people who are in a meeting at its end may stay. */
export const staysMinutes = 15

/** How often a client in a meeting renews its credentials, and how long they are valid. */
export const renewalSeconds = 120
export const credentialSeconds = 300

/** How long a guest whom the host refused or removed has to wait before they may ask again. */
export const refusedSeconds = 30

/** The refusals of somebody who comes too early, too late or in vain, by which their page knows which it is. */
export const notOpenYet = `Meetings open ${opensMinutesBefore} minutes before they start.`
export const overAlready = 'Meetings close when they end.'
export const canceledText = 'There’s no meeting because it was canceled.'
export const placeCanceledText = 'Your place was canceled.'

/** Whether guests wait until the host lets them in, or enter directly. */
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
  /** Waiting at the door for the host; only the host sees this. */
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
  /** When they first came and last left, and their total seconds in the call. */
  joined_at: z.nullable(z.iso.datetime()),
  left_at: z.nullable(z.iso.datetime()),
  seconds: z.number(),
})
export type Attendance = z.output<typeof attendance>

/** The id of a booking, or of an occurrence of a session that the caller teaches or has a place in. */
const bookingId = uuid

export const meetings = {
  credentials: defineCall({
    method: 'POST',
    path: '/api/meeting/credentials',
    summary:
      'What you need to enter the meeting of a booking, or to stay in it: open for its people from ten minutes before ' +
      'its start to its end; people in it at the end may stay for fifteen minutes. Who was in it, and for how long, ' +
      'decides whether it took place; only a person who enters over the live connection, and is admitted, is in it.',
    access: 'login',
    body: z.object({ bookingId }),
    output: z.object({
      status: success,
      topic: z.string(),
      starts_on: z.iso.datetime(),
      ends_on: z.iso.datetime(),
      /** When everyone has to leave. */
      closes_on: z.iso.datetime(),
      people: z.array(person),
      /**
       * A random name, and the pass with which only this person's login can enter it over the live
       * connection.
       */
      room: uuid,
      token: z.string(),
      expires_on: z.iso.datetime(),
      ice_servers: z.array(iceServer),
      /** Whether the browsers talk to each other or through a media server. */
      kind: z.enum(['peer', 'sfu']),
      role: z.enum(['host', 'guest']),
      admission,
      /** Whether the caller may enter without being admitted (again). */
      admitted: z.boolean(),
    }),
    errors: ['not_found', 'conflict'],
    perMinute: 60,
  }),
  time: defineCall({
    method: 'GET',
    path: '/api/meeting/time',
    summary: 'The topic and the times of a meeting of yours, also while it is closed.',
    access: 'login',
    query: z.object({ bookingId }),
    output: z.object({
      status: success,
      topic: z.string(),
      starts_on: z.iso.datetime(),
      ends_on: z.iso.datetime(),
    }),
    errors: ['not_found'],
  }),
  setAdmission: defineCall({
    method: 'POST',
    path: '/api/meeting/admission',
    summary:
      'Decide, as the host, whether guests of this and later meetings wait to be admitted. Switching to direct entry ' +
      'admits those who wait.',
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
      'Who attended a meeting, from when to when and for how long. Its host sees everyone; a guest sees the host and ' +
      'themselves.',
    access: 'login',
    query: z.object({ bookingId }),
    output: z.object({ status: success, people: z.array(attendance) }),
    errors: ['not_found'],
  }),
  limits: defineCall({
    method: 'GET',
    path: '/api/meeting/limits',
    summary: 'How many people a video call here can have at once; null if there is a media server.',
    access: 'login',
    output: z.object({ status: success, largest_call: z.nullable(z.number()) }),
    errors: [],
  }),
}
