import { sql } from 'kysely'
import type { Socket } from 'socket.io-client'
import { logins } from '#shared/api/logins.ts'
import type { Entered, MediaAccess } from '#shared/api/meeting-events.ts'
import { meetings } from '#shared/api/meetings.ts'
import { ask, enterLive } from '../harness/live.ts'
import type { Person } from '../harness/person.ts'
import type { Stack } from '../harness/stack.ts'

/** A call's state, as a person gets it on entering. */
export type Inside = Extract<Entered, { admitted: true }> & { media: MediaAccess | null }

/** A pass for a meeting, as the lobby gets it. */
export async function passInto(person: Person, bookingId: string): Promise<string> {
  const { body, problem } = await person.call(meetings.credentials, { body: { bookingId } })
  if (!body.token) throw new Error(`No pass: ${problem.code} ${problem.detail}`)
  return body.token
}

type Entering = { url?: string; peer_id?: string; feed?: number | null }

/** Enters a meeting over a new live connection, on another server if one is named. Returns the answer. */
export async function enterMeeting(
  person: Person,
  bookingId: string,
  { url = person.url, ...more }: Entering = {},
) {
  const socket = await enterLive(person, '/meetings', url)
  const answer = await ask<Entered>(socket, 'enter', { token: await passInto(person, bookingId), ...more })
  return { socket, answer }
}

/** The same for a person who is admitted. */
export async function enterCall(
  person: Person,
  bookingId: string,
  options?: Entering,
): Promise<{ socket: Socket; inside: Inside }> {
  const { socket, answer } = await enterMeeting(person, bookingId, options)
  if (!answer.ok || !answer.data.admitted || answer.data.media === 'away')
    throw new Error(`Not let in: ${JSON.stringify(answer)}`)
  return { socket, inside: answer.data as Inside }
}

/**
 * Seats people in a meeting over live connections; their host opens the door if included. Returns a function
 * that makes them leave.
 */
export async function sitIn(bookingId: string, ...people: Person[]): Promise<() => Promise<void>> {
  // Refused for everyone but the host.
  for (const person of people)
    await person.call(meetings.setAdmission, { body: { bookingId, admission: 'direct' } })
  const seated: Socket[] = []
  for (const person of people) seated.push((await enterCall(person, bookingId)).socket)
  return async () => {
    for (const socket of seated) {
      await ask(socket, 'leave', {})
      socket.disconnect()
    }
  }
}

/** Lets people be in a meeting together for this many minutes of the clock. */
export async function meetIn(
  { clock }: Pick<Stack, 'clock'>,
  bookingId: string,
  people: readonly Person[],
  minutes = 5,
): Promise<void> {
  const leave = await sitIn(bookingId, ...people)
  clock.advance({ seconds: 60 * minutes })
  await leave()
}

/** Inserts a person's stays in an occurrence straight into the database, in minutes from its start. */
export async function writeStays(
  { db }: Pick<Stack, 'db'>,
  occurrenceId: string,
  person: Person,
  stays: readonly (readonly [from: number, to: number])[],
): Promise<void> {
  const { body } = await person.call(logins.read)
  await sql`
    insert into attendances (occurrence_id, person_id, joined_at, left_at)
    select occurrences.id, users.id, starts_at + make_interval(secs => 60 * came), starts_at + make_interval(secs => 60 * went)
    from occurrences, users, unnest(${stays.map(([from]) => from)}::float8[], ${stays.map(([, to]) => to)}::float8[]) as stays (came, went)
    where occurrences.id = ${occurrenceId} and username = ${body.login!.username}`.execute(db)
}
