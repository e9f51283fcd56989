import * as z from 'zod/mini'
import { defineCall } from './contract.ts'
import { success, uuid } from './fields.ts'

/** Somebody in a meeting says so this often; after twice as long without, they have left. */
export const presenceSeconds = 20

const person = z.object({
  name: z.string(),
  username: z.string(),
  profile_image: z.nullable(z.string()),
  is_you: z.boolean(),
  is_tutor: z.boolean(),
  present: z.boolean(),
})
export type MeetingPerson = z.output<typeof person>

export const meetings = {
  credentials: defineCall({
    method: 'POST',
    path: '/api/meeting/credentials',
    summary:
      'Enter the meeting of a booking, or say that one is still in it: open from ten minutes before its start to its end ' +
      'for its two people. Whoever was in it, and when, decides whether it took place.',
    access: 'login',
    /** A booking's id, or an occurrence's of a session one teaches or has a place in. */
    body: z.object({ bookingId: uuid }),
    output: z.object({
      status: success,
      topic: z.string(),
      starts_on: z.iso.datetime(),
      ends_on: z.iso.datetime(),
      people: z.array(person),
    }),
    errors: ['not_found', 'conflict'],
    perMinute: 60,
  }),
}
