import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { bookings } from '#shared/api/bookings.ts'
import { sessions } from '#shared/api/sessions.ts'
import { mailsTo } from '../../../test/factories/mails.ts'
import {
  dayAhead,
  daysAfter,
  instantAt,
  makeSession,
  planOf,
  savePlan,
  starts,
  weekly,
} from '../../../test/factories/sessions.ts'
import { eventually } from '../../../test/harness/eventually.ts'
import { Person } from '../../../test/harness/person.ts'
import type { Stack } from '../../../test/harness/stack.ts'
import { startStack } from '../../../test/harness/start-stack.ts'

let stack: Stack
let second: string

beforeAll(async () => {
  stack = await startStack()
  second = await stack.startSecond()
})

afterAll(() => stack?.close())

/** Runs a person's due jobs on both servers at once and several times on each, after some days. */
async function tendAfter(days: number, name: string): Promise<Person> {
  stack.clock.advance({ hours: 24 * days })
  const person = await stack.signIn(name)
  const there = new Person(second)
  for (const [key, value] of person.cookies) there.cookies.set(key, value)
  const answers = await Promise.all(
    [person, there, person, there].map(caller => caller.call(bookings.settle)),
  )
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200])
  return person
}

async function datesOf(id: string): Promise<string[]> {
  const { rows } = await sql<{ date: string }>`
    select date::text from occurrences where session_id = ${id} order by date`.execute(stack.db)
  return rows.map(({ date }) => date)
}

test('eight weeks of a repeating session are planned from its first day, and the job continues, once however often it runs', async () => {
  const tutor = await stack.signIn('tara.tutor')
  const first = dayAhead(stack, 2)
  const { id } = await makeSession(stack, tutor, weekly(first))
  const weeks = (count: number) => Array.from({ length: count }, (_, n) => daysAfter(first, 7 * n))
  expect(await datesOf(id)).toEqual(weeks(9))
  await tendAfter(14, 'tara.tutor')
  expect(await datesOf(id)).toEqual(weeks(10))
  await tendAfter(60, 'tara.tutor')
  // It catches up on the time when it didn't run, except for times that are too near by now.
  const planned = await datesOf(id)
  expect(planned.slice(0, 10)).toEqual(weeks(10))
  expect(planned.slice(10).every(date => date > dayAhead(stack, -1))).toBe(true)
  expect(planned.at(-1)).toBe(weeks(19).at(-1))
})

test('the job plans nothing after the last day, on an excluded day, or for a deleted session', async () => {
  const tutor = await stack.signIn('ulla.until')
  const first = dayAhead(stack, 2)
  const plan = { ...weekly(first), repeat_until: daysAfter(first, 70), skipped_days: [daysAfter(first, 63)] }
  const { id } = await makeSession(stack, tutor, plan)
  const deleted = await makeSession(stack, tutor, {
    ...weekly(first),
    start_time: '12:00',
    end_time: '13:00',
  })
  await tutor.call(sessions.remove, { body: { id: deleted.id } })
  await tendAfter(30, 'ulla.until')
  expect(await datesOf(id)).toEqual([0, 7, 14, 21, 28, 35, 42, 49, 56, 70].map(n => daysAfter(first, n)))
  expect(await datesOf(deleted.id)).toHaveLength(9)
})

test('a day on which its owner is busy by then is left out, and they are told', async () => {
  const tutor = await stack.signIn('cleo.clash')
  const first = dayAhead(stack, 2)
  const { id, version } = await makeSession(stack, tutor, weekly(first))
  const clash = daysAfter(first, 63)
  await makeSession(stack, tutor, { starts_on: clash, start_time: '10:30', end_time: '11:30' })
  const back = await tendAfter(20, 'cleo.clash')
  expect(await datesOf(id)).not.toContain(clash)
  expect(await datesOf(id)).toContain(daysAfter(clash, 7))
  const { body } = await back.call(sessions.get, { query: { id } })
  expect(body.session.skipped_days).toEqual([clash])
  // A form that was open since before that would plan it.
  const { status } = await savePlan(stack, back, { id, version, starts_on: first }, weekly(first))
  expect([status, body.session.version]).toEqual([409, version + 1])
  const told = (await mailsTo(stack, 'cleo.clash')).filter(
    ({ subject }) => subject === 'We skipped a date of your session',
  )
  expect(told).toHaveLength(1)
  const day = new Date(instantAt(clash, '10:00')).toLocaleString('en-US', {
    dateStyle: 'full',
    timeZone: 'UTC',
  })
  expect(told[0]!.text).toContain(day)
})

test('a session that begins in months is written from then on', async () => {
  const tutor = await stack.signIn('mona.months')
  const first = dayAhead(stack, 200)
  const session = await makeSession(stack, tutor, weekly(first))
  expect(starts(session)).toEqual([0, 7, 14].map(n => instantAt(daysAfter(first, n), '10:00')))
  await tendAfter(1, 'mona.months')
  expect(await datesOf(session.id)).toHaveLength(9)
  const clash = await (await stack.signIn('mona.months')).call(sessions.create, {
    body: planOf(stack, { starts_on: first }),
  })
  expect(clash.status).toBe(409)
})

test('an Ignite that was off for two months plans the coming weeks at startup, before anyone asks', async () => {
  const tutor = await stack.signIn('olga.off')
  const { id } = await makeSession(stack, tutor, weekly(dayAhead(stack, 2)))
  const planned = (await datesOf(id)).length
  stack.clock.advance({ hours: 24 * 60 })
  await eventually('its hours are marked', async () => {
    const { rows } = await sql`
      update platform.schedules set due_at = due_at - interval '60 days' where name = 'tend-sessions' returning 1`.execute(
      stack.db,
    )
    return rows.length === 1
  })
  await stack.restart()
  await eventually('the coming weeks are planned', async () => {
    const dates = await datesOf(id)
    return dates.length > planned && dates.at(-1)! > dayAhead(stack, 49)
  })
})
