import { randomInt } from 'node:crypto'
import { sql } from 'kysely'
import { bookings } from '#shared/api/bookings.ts'
import { payments } from '#shared/api/payments.ts'
import { bookingOf, freeTiles, hold, type Slot } from '../factories/bookings.ts'
import { makeTutor } from '../factories/tutors.ts'
import { takeIntoBooks } from '../factories/wallets.ts'
import { madeLogin } from '../harness/made-login.ts'
import type { Person } from '../harness/person.ts'
import { leastSettings } from '../harness/settings.ts'
import type { Stack } from '../harness/stack.ts'

/** The result of a race: each round's answers, and how long each took. */
export type Race = { rounds: Answer[][]; deadlocks: number }
export type Answer = { status: number; code: string; id: string; url: string; ms: number }

const wholeDay = ['00:00 - 00:00']

type Asked = { status: number; body: unknown; problem: { code?: string } | null }

/** One caller's answer, and how long it took. */
export async function answered(run: () => Promise<Asked>): Promise<Answer> {
  const start = performance.now()
  const { status, body, problem } = await run()
  const ms = performance.now() - start
  const { booking_id: id = '', url = '' } = (body ?? {}) as { booking_id?: string; url?: string }
  return { status, code: problem?.code ?? '', id, url, ms }
}

function book(person: Person, postId: string, slot: Slot) {
  return person.call(payments.bookSlot, { body: bookingOf(postId, slot) })
}

const racersOf = new WeakMap<Stack, Person[]>()

/** This many people, always the same. */
export async function people(stack: Stack, count: number): Promise<Person[]> {
  const known = racersOf.get(stack) ?? []
  racersOf.set(stack, known)
  while (known.length < count) {
    known.push(await madeLogin(stack.db, stack.url, leastSettings.SECRET, `racer${known.length}`))
  }
  return known.slice(0, count)
}

async function tutor(stack: Stack, name: string): Promise<string> {
  return makeTutor(stack, await stack.signIn(name), { ranges: wholeDay, zone: 'UTC' })
}

/**
 * Releases what a round's winners hold. People can hold only a few unpaid hours a day: here they don't count.
 */
export async function release({ db }: Stack, people: Person[], answers: Answer[]): Promise<void> {
  for (const [n, { id }] of answers.entries()) {
    if (id) await people[n]!.call(bookings.cancel, { body: { bookingId: id } })
  }
  const ids = answers.flatMap(({ id }) => (id ? [id] : []))
  await sql`update bookings set cancelled_by = tutor_id where id = any (${ids}::uuid[])`.execute(db)
}

/** Runs the rounds of a race, and counts the deadlocks meanwhile. */
export async function run(
  stack: Stack,
  count: number,
  round: (n: number) => Promise<Answer[]>,
): Promise<Race> {
  const before = await deadlocks(stack)
  const rounds: Answer[][] = []
  for (let n = 0; n < count; n++) rounds.push(await round(n))
  return { rounds, deadlocks: (await deadlocks(stack)) - before }
}

async function deadlocks({ db }: Stack): Promise<number> {
  const { rows } = await sql<{ deadlocks: number }>`
    select deadlocks from pg_stat_database where datname = current_database()`.execute(db)
  return rows[0]!.deadlocks
}

/** people want one slot at the same moment. */
export async function oneSlot(stack: Stack, size: { people: number; rounds: number }): Promise<Race> {
  const racers = await people(stack, size.people)
  const postId = await tutor(stack, 'tess.tutor')
  const tiles = await freeTiles(racers[0]!, postId, 3)
  return run(stack, size.rounds, async n => {
    const slot = tiles[n % tiles.length]!
    const answers = await Promise.all(racers.map(racer => answered(() => book(racer, postId, slot))))
    await release(stack, racers, answers)
    return answers
  })
}

/** people want randomly overlapping times of one tutor. Nobody releases any within a round. */
export async function overlapping(stack: Stack, size: { people: number; rounds: number }): Promise<Race> {
  const racers = await people(stack, size.people)
  const postId = await tutor(stack, 'toby.tutor')
  const tiles = await freeTiles(racers[0]!, postId, 4)
  return run(stack, size.rounds, async () => {
    const answers = await Promise.all(
      racers.map(racer => {
        const first = randomInt(tiles.length - 1)
        const last = first + randomInt(2)
        const slot = { start: tiles[first]!.start, end: tiles[last]!.end }
        return answered(() => book(racer, postId, slot))
      }),
    )
    if ((await overlaps(stack)) > 0) throw new Error('Two live bookings of one tutor overlap')
    await release(stack, racers, answers)
    return answers
  })
}

/** Pairs of live bookings that share a person and a time: there must never be any. */
export async function overlaps({ db }: Stack): Promise<number> {
  const { rows } = await sql<{ pairs: number }>`
    with live as (
      select id, tstzrange(starts_at, ends_at) as during, unnest(array[tutor_id, student_id]) as person from bookings
      where state in ('held', 'requested', 'approved', 'active')
    )
    select count(*) as pairs from live a join live b
      on a.person = b.person and a.id < b.id and a.during && b.during`.execute(db)
  return rows[0]!.pairs
}

/** one student's many tabs, each with another tutor at the same time. */
export async function oneStudent(stack: Stack, size: { tabs: number; rounds: number }): Promise<Race> {
  const student = await stack.signIn('sybil.student')
  const postIds: string[] = []
  for (let n = 0; n < size.tabs; n++) postIds.push(await tutor(stack, `tutor${n}`))
  const tiles = await freeTiles(student, postIds[0]!, 5)
  return run(stack, size.rounds, async n => {
    const slot = tiles[n % tiles.length]!
    const answers = await Promise.all(postIds.map(postId => answered(() => book(student, postId, slot))))
    await release(
      stack,
      answers.map(() => student),
      answers,
    )
    return answers
  })
}

/**
 * a tutor accepts and declines one request many times at once. Returns the codes and the states that
 * they name.
 */
export async function decisions(stack: Stack, size: { calls: number; rounds: number }): Promise<Race> {
  const student = await stack.signIn('sandra.student')
  const teacher = await stack.signIn('tim.tutor')
  const postId = await makeTutor(stack, teacher, { ranges: wholeDay, zone: 'UTC' })
  const tiles = await freeTiles(student, postId, 6)
  return run(stack, size.rounds, async n => {
    const { id } = await hold(student, postId, tiles[n % tiles.length]!)
    await paid(stack, id)
    const answers = await Promise.all(
      Array.from({ length: size.calls }, async (): Promise<Answer> => {
        const call = randomInt(2) ? bookings.approve : bookings.reject
        const start = performance.now()
        const { status, body, problem } = await teacher.call(call, {
          body: { bookingId: id, remarks: '', terms: true },
        })
        const ms = performance.now() - start
        return { status, code: problem?.code ?? '', id, url: body.booking?.status ?? '', ms }
      }),
    )
    await teacher.call(bookings.cancel, { body: { bookingId: id } })
    return answers
  })
}

/** Marks a held booking as paid at once: a hundred rounds through the provider's page would take an hour. */
async function paid({ db, clock }: Stack, bookingId: string): Promise<void> {
  await db.transaction().execute(async trx => {
    await sql`
      update payments set state = 'paid', paid_at = now(), payment_intent_id = 'pi_' || id
      where booking_id = ${bookingId}`.execute(trx)
    await sql`update bookings set state = 'requested' where id = ${bookingId}`.execute(trx)
    await takeIntoBooks(trx, clock.now(), bookingId)
  })
}

/** one attempt sent many times at once. */
export async function oneAttempt(stack: Stack, size: { calls: number; rounds: number }): Promise<Race> {
  const student = await stack.signIn('simon.student')
  const postId = await tutor(stack, 'tilda.tutor')
  const tiles = await freeTiles(student, postId, 3)
  return run(stack, size.rounds, async n => {
    const slot = tiles[n % tiles.length]!
    const answers = await Promise.all(
      Array.from({ length: size.calls }, () => answered(() => book(student, postId, slot))),
    )
    await release(stack, [student], answers.slice(0, 1))
    return answers
  })
}
