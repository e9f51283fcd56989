import type { Socket } from 'socket.io-client'
import type { Entered } from '#shared/api/meeting-events.ts'
import { meetings } from '#shared/api/meetings.ts'
import { ask, enterLive } from '../harness/live.ts'
import type { Person } from '../harness/person.ts'

/** The inside of a call, as one who was let in finds it. */
export type Inside = Extract<Entered, { admitted: true }>

/** A pass into a meeting, as the lobby gets it. */
export async function passInto(person: Person, bookingId: string): Promise<string> {
  const { body, problem } = await person.call(meetings.credentials, { body: { bookingId, lobby: true } })
  if (!body.token) throw new Error(`No pass: ${problem.code} ${problem.detail}`)
  return body.token
}

/** Enters a meeting over a live connection of one's own, at another server if one is named. Answers what that says. */
export async function enterMeeting(
  person: Person,
  bookingId: string,
  { url = person.url, peer_id }: { url?: string; peer_id?: string } = {},
) {
  const socket = await enterLive(person, '/meetings', url)
  const answer = await ask<Entered>(socket, 'enter', { token: await passInto(person, bookingId), peer_id })
  return { socket, answer }
}

/** The same where one is let in. */
export async function enterCall(
  person: Person,
  bookingId: string,
  options?: { url?: string; peer_id?: string },
): Promise<{ socket: Socket; inside: Inside }> {
  const { socket, answer } = await enterMeeting(person, bookingId, options)
  if (!answer.ok || !answer.data.admitted) throw new Error(`Not let in: ${JSON.stringify(answer)}`)
  return { socket, inside: answer.data }
}
