import { alerts } from '#shared/api/alerts.ts'
import { profiles } from '#shared/api/profiles.ts'
import { schedules } from '#shared/api/schedules.ts'
import { type Person, person } from './person.ts'

/** People of the demo world who teach here, by their hourly rate. */
const teaching = {
  grace: ['Grace Kim', 'grace.kim@riverbend.example', '35.00'],
  tomas: ['Tomás Oliveira', 'tomas.oliveira@lakeshore.example', '28.00'],
  daniel: ['Daniel O’Connor', 'daniel.oconnor@stbrendan.example', '30.00'],
  noah: ['Noah Bergström', 'noah.bergstrom@stbrendan.example', '20.00'],
  // A price with half cents.
  aisha: ['Aisha Rahman', 'aisha.rahman@lakeshore.example', '33.33'],
  priya: ['Priya Natarajan', 'priya.natarajan@riverbend.example', '18.00'],
  kenji: ['中村 健二', 'kenji.nakamura@riverbend.example', '16.00'],
} as const

/** Newcomers who are students. */
const learning = {
  mia: 'Mia Chen',
  leo: 'Leo Park',
  nina: 'Nina Rossi',
  omar: 'Omar Haddad',
  zoe: 'Zoe Diaz',
  ivan: 'Ivan Petrov',
  ava: 'Ava Moss',
  ben: 'Ben Cho',
  cleo: 'Cleo Adler',
  ruth: 'Ruth Abel',
  theo: 'Theo Lind',
} as const

export type Cast = Record<keyof typeof teaching | keyof typeof learning | 'robin', Person>

/** Everyone in the play: tutors who can be booked at any hour, students, and Robin, the operator. */
export async function gather(url: string): Promise<Cast> {
  const tutors = Object.entries(teaching).map(
    ([key, [name, email]]) => [key, person(url, name, email)] as const,
  )
  const students = Object.entries(learning).map(
    ([key, name]) =>
      [key, person(url, name, `${name.toLowerCase().replace(' ', '.')}@riverbend.example`)] as const,
  )
  const robin = person(url, 'Robin Park', 'robin.park@ignite.example')
  const cast = Object.fromEntries([...tutors, ...students, ['robin', robin]]) as Cast
  for (const who of Object.values(cast)) await who.signIn()
  for (const [key, , rate] of Object.entries(teaching).map(([key, told]) => [key, ...told.slice(1)] as const))
    await offerEveryHour(cast[key as keyof Cast], rate!)
  // The reminder mail ten minutes before is off by default.
  for (const who of [cast.mia, cast.grace, cast.ava])
    await who.call(alerts.prefer, { body: { group: 'last_reminders', channel: 'mail', wanted: true } })
  return cast
}

/** A tutor's price for half an hour, in cents; half a cent rounds up to one. */
export function halfHourOf(key: keyof typeof teaching): number {
  return Math.round(Number(teaching[key][2]) * 50)
}

/** Signs everyone in again, as after weeks away. */
export async function signInAgain(cast: Cast): Promise<void> {
  for (const who of Object.values(cast)) await who.signIn()
}

async function offerEveryHour(tutor: Person, hourly_rate: string): Promise<void> {
  await tutor.call(profiles.save, { body: { hourly_rate } })
  const day = ['00:00 - 00:00']
  const schedule = { mon: day, tue: day, wed: day, thu: day, fri: day, sat: day, sun: day }
  await tutor.call(schedules.save, { body: { schedule, timezone: 'America/New_York' } })
}
