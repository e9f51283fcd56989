import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { moneyDone, pay } from '../../../test/factories/bookings.ts'
import { enrolIn, holdPlaceIn } from '../../../test/factories/enrolments.ts'
import { makeSession } from '../../../test/factories/sessions.ts'
import type { Stack } from '../../../test/harness/stack.ts'
import { startStack } from '../../../test/harness/start-stack.ts'
import { people } from '../../../test/races/bookings.ts'
import { sameAcceptance, sameEnrolment, samePlace, tooManyForPlaces } from '../../../test/races/sessions.ts'

/** A few rounds of each; `npm run hard -- R-7` runs it at its full figures. */
let stack: Stack

beforeAll(async () => {
  stack = await startStack()
})

afterAll(() => stack?.close())

describe('of many simultaneous requests', () => {
  test('one enrollment is made, and every call returns it', async () => {
    const race = await sameEnrolment(stack, { calls: 10, rounds: 2 })
    expect(race.enrolments).toEqual([1, 1])
    expect(race.rounds.flat().every(({ status }) => status === 200)).toBe(true)
    expect(race.deadlocks).toBe(0)
  })

  test('one acceptance is made, by whichever call, with one alert', async () => {
    const race = await sameAcceptance(stack, { calls: 10, rounds: 2 })
    expect(race.enrolments).toEqual([1, 1])
    expect(race.rounds.flat().every(({ status }) => status === 200)).toBe(true)
    expect(race.deadlocks).toBe(0)
    // The same person in each round.
    const { rows } = await sql<{ kind: string; others: number }>`
      select kind, (facts->>'others')::int as others from alerts join users on users.id = user_id
      where username = 'theo.teacher' and kind <> 'follow'`.execute(stack.db)
    expect(rows).toEqual([{ kind: 'invitation_accepted', others: 0 }])
  })

  test('one place is held, and every call returns its Checkout', async () => {
    const { rounds, deadlocks } = await samePlace(stack, { calls: 10, rounds: 2 })
    for (const answers of rounds) {
      expect(answers.every(({ status }) => status === 200)).toBe(true)
      expect(new Set(answers.map(({ url }) => url)).size).toBe(1)
    }
    expect(deadlocks).toBe(0)
  })

  test('exactly as many get a place as there are, and the others are refused before they pay', async () => {
    const { rounds, deadlocks } = await tooManyForPlaces(stack, { people: 15, capacity: 5, rounds: 2 })
    for (const answers of rounds) {
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(5)
      expect(answers.filter(({ code, id }) => code === 'slot_taken' && id === '')).toHaveLength(10)
    }
    expect(deadlocks).toBe(0)
  })

  test('a person with a place pays for it, and nobody else is charged', async () => {
    const teacher = await stack.signIn('tanja.teacher')
    const session = await makeSession(stack, teacher, { capacity: 3, start_time: '18:00', end_time: '19:00' })
    const racers = await people(stack, 8)
    for (const racer of racers) await enrolIn(session, racer)
    const asked = await Promise.allSettled(racers.map(racer => holdPlaceIn(session, racer)))
    const won = asked.flatMap(answer => (answer.status === 'fulfilled' ? [answer.value] : []))
    expect(won).toHaveLength(3)
    await Promise.all(won.map(({ url }) => pay(url)))
    await moneyDone(stack)
    const { rows } = await sql<{ state: string; payment: string }>`
      select bookings.state, payments.state as payment from bookings join payments on booking_id = bookings.id
      where occurrence_id = ${session.upcoming[0]!.id}`.execute(stack.db)
    expect(rows).toEqual(won.map(() => ({ state: 'approved', payment: 'paid' })))
    const state = await (await fetch(`${stack.url}/local/payments/control/state`)).json()
    const { charge } = state as { charge: { status: string; metadata: { booking_id: string } }[] }
    const ids = charge
      .filter(({ status }) => status === 'succeeded')
      .map(({ metadata }) => metadata.booking_id)
    expect(ids.toSorted()).toEqual(won.map(({ id }) => id).toSorted())
  })

  test('the last place of a free session goes to one person', async () => {
    const teacher = await stack.signIn('tonja.teacher')
    const session = await makeSession(stack, teacher, { rate: '', capacity: 4 })
    const racers = await people(stack, 15)
    const asked = await Promise.allSettled(racers.map(racer => enrolIn(session, racer)))
    expect(asked.filter(({ status }) => status === 'fulfilled')).toHaveLength(4)
  })
})
