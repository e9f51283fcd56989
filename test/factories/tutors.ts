import { profiles } from '#shared/api/profiles.ts'
import { schedules } from '#shared/api/schedules.ts'
import type { Person } from '../harness/person.ts'
import type { Stack } from '../harness/stack.ts'
import { addSection } from './catalog.ts'
import { addPost } from './posts.ts'

const all = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun']

type Hours = { ranges?: string[]; zone?: string; rate?: string }

/**
 * Makes a person a tutor who can be booked every day at the same hours, with a post to book; returns its id.
 */
export async function makeTutor(
  { db }: Pick<Stack, 'db'>,
  person: Person,
  { ranges = ['09:00 - 17:00'], zone = 'America/New_York', rate = '40.00' }: Hours = {},
): Promise<string> {
  await person.call(profiles.save, { body: { hourly_rate: rate } })
  const schedule = Object.fromEntries(all.map(day => [day, ranges])) as never
  await person.call(schedules.save, { body: { schedule, timezone: zone } })
  return (await addPost(person, await addSection(db))).id
}
