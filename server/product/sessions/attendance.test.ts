import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { blocks } from '#shared/api/blocks.ts'
import { bookings } from '#shared/api/bookings.ts'
import { profiles } from '#shared/api/profiles.ts'
import { sessions } from '#shared/api/sessions.ts'
import { payPlaceIn } from '../../../test/factories/enrolments.ts'
import { sitIn } from '../../../test/factories/meetings.ts'
import { dayAhead, makeSession, weekly } from '../../../test/factories/sessions.ts'
import { callDuringChange } from '../../../test/harness/call-during-change.ts'
import type { Person } from '../../../test/harness/person.ts'
import type { Stack } from '../../../test/harness/stack.ts'
import { startStack } from '../../../test/harness/start-stack.ts'

let stack: Stack
let student: Person
let other: Person

beforeAll(async () => {
  stack = await startStack()
  student = await stack.signIn('stan.student')
  other = await stack.signIn('otto.other')
})

afterAll(() => stack?.close())

test('attendance shows the owner who had a place, who came, and for how long, the latest occurrence first', async () => {
  const owner = await stack.signIn('ann.attended')
  const session = await makeSession(stack, owner, weekly(dayAhead(stack, 1)))
  await payPlaceIn(stack, session, student)
  await payPlaceIn(stack, session, other)
  const [first] = session.upcoming
  stack.clock.advance(stack.clock.now().until(first!.starts_at))
  const leave = await sitIn(first!.id, owner, student)
  stack.clock.advance({ seconds: 20 })
  await leave()
  const { body } = await owner.call(sessions.occurrences, { query: { id: session.id } })
  expect(body.occurrences).toHaveLength(9)
  const { occurrence, people } = body.occurrences.at(-1)!
  expect(occurrence).toMatchObject({ id: first!.id, taken: 2, action: 'start' })
  expect(people.map(({ person, paid, refunded, seconds }) => [person.name, paid, refunded, seconds])).toEqual(
    [
      ['Otto Other', true, false, 0],
      ['Stan Student', true, false, 20],
    ],
  )
  const only = async (when: 'coming' | 'over') =>
    (await owner.call(sessions.occurrences, { query: { id: session.id, when } })).body.occurrences
  const dayOf = (one: { occurrence: { starts_at: string } }) => one.occurrence.starts_at
  const coming = await only('coming')
  expect(coming.map(dayOf)).toEqual(body.occurrences.map(dayOf).toReversed())
  expect(await only('over')).toEqual([])
  const query = { id: session.id, cursor: `${first!.starts_at}_${first!.id}` }
  const beyond = await owner.call(sessions.occurrences, { query })
  expect(beyond.body).toMatchObject({ occurrences: [], next_cursor: null })

  stack.clock.advance({ hours: 2 })
  await owner.call(bookings.settle)
  const [over] = await only('over')
  expect(dayOf(over!)).toBe(first!.starts_at)
  // Too short to count: neither place is paid anymore.
  expect(over!.people.map(({ paid, refunded }) => [paid, refunded])).toEqual([
    [true, true],
    [true, true],
  ])
  expect((await only('coming')).map(dayOf).slice(0, 8)).toEqual(coming.map(dayOf).slice(1))
})

test('attendance shows the owner only the name and picture of somebody who has blocked them', async () => {
  const owner = await stack.signIn('olga.owner')
  const guest = await stack.signIn('gus.guest')
  const session = await makeSession(stack, owner, weekly(dayAhead(stack, 1)))
  await payPlaceIn(stack, session, guest)
  await guest.call(profiles.save, { body: { name: 'Gus Guest', college: 'Secret College' } })
  const shown = async () => {
    const { body } = await owner.call(sessions.occurrences, { query: { id: session.id, when: 'coming' } })
    const { person, visible } = body.occurrences[0]!.people[0]!
    return [person.name, person.college, visible]
  }
  expect(await shown()).toEqual(['Gus Guest', 'Secret College', true])
  await guest.call(blocks.block, { body: { username: 'olga.owner' } })
  expect(await shown()).toEqual(['Gus Guest', null, false])
})

test('an occurrence that is over waits for the end of a student’s account before it locks their place', async () => {
  const [owner, guest] = [await stack.signIn('olga.over'), await stack.signIn('gail.guest')]
  const session = await makeSession(stack, owner, { starts_on: dayAhead(stack, 1) })
  const id = await payPlaceIn(stack, session, guest)
  stack.clock.advance(stack.clock.now().until(session.ends_at))
  const { status } = await callDuringChange(
    stack.db,
    'gail.guest',
    () => owner.call(bookings.settle),
    trx => sql`select from bookings where id = ${id} for update nowait`.execute(trx),
  )
  expect(status).toBe(200)
})
