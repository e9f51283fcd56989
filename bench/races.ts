import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startPostgres } from '../local/postgres/postgres.ts'
import { makeTemplate } from '../test/harness/databases.ts'
import { startStackOn } from '../test/harness/stack.ts'
import { decisions, oneAttempt, oneSlot, oneStudent, overlapping, type Race } from '../test/races/bookings.ts'
import { sameAcceptance, sameEnrolment, samePlace, seats } from '../test/races/sessions.ts'

/**
 * of the security targets at their full figures: many people at one slot or session through the whole
 * server, on a PostgreSQL that syncs its writes. `ROUNDS=20 node bench/races.ts` runs a tenth.
 */
const scale = Number(process.env.ROUNDS ?? 200) / 200
const rounds = (full: number) => Math.max(1, Math.round(full * scale))

const folder = await mkdtemp(join(tmpdir(), 'ignite-races-'))
const postgres = await startPostgres({ dataDir: folder, fsync: true })
try {
  await makeTemplate(postgres.url)
  const stack = await startStackOn(postgres.url, { DATABASE_POOL_SIZE: '20', LOG_LEVEL: 'fatal' })
  try {
    report('R-1 50 people, one slot', await oneSlot(stack, { people: 50, rounds: rounds(200) }), one)
    report(
      'R-2 50 people, times that overlap',
      await overlapping(stack, { people: 50, rounds: rounds(200) }),
      some,
    )
    report('R-3 20 tabs of one student', await oneStudent(stack, { tabs: 20, rounds: rounds(100) }), one)
    report(
      'R-4 20 answers to one request',
      await decisions(stack, { calls: 20, rounds: rounds(500) }),
      agreed,
    )
    report('R-6 one attempt sent 50 times', await oneAttempt(stack, { calls: 50, rounds: rounds(200) }), same)
    const fifty = { calls: 50, rounds: rounds(200) }
    report('R-7 one enrolment sent 50 times', await sameEnrolment(stack, fifty), all)
    report('R-7 one invitation accepted 50 times', await sameAcceptance(stack, fifty), all)
    report('R-7 one place asked for 50 times', await samePlace(stack, fifty), same)
    report(
      'R-7 100 people, ten seats',
      await seats(stack, { people: 100, capacity: 10, rounds: rounds(100) }),
      ten,
    )
  } finally {
    await stack.close()
  }
} finally {
  await postgres.stop()
  await rm(folder, { recursive: true, force: true })
}

type Won = (answers: Race['rounds'][number]) => boolean

function one(answers: Race['rounds'][number]): boolean {
  return answers.filter(({ status }) => status === 200).length === 1
}

function some(answers: Race['rounds'][number]): boolean {
  return answers.some(({ status }) => status === 200)
}

/** Every caller that wasn't refused reads the same state. */
function agreed(answers: Race['rounds'][number]): boolean {
  return new Set(answers.filter(({ status }) => status === 200).map(({ url }) => url)).size === 1
}

function all(answers: Race['rounds'][number]): boolean {
  return answers.every(({ status }) => status === 200)
}

/** The others are refused before they pay. */
function ten(answers: Race['rounds'][number]): boolean {
  const refused = answers.filter(({ code, id }) => code === 'slot_taken' && id === '')
  return (
    answers.filter(({ status }) => status === 200).length === 10 && refused.length === answers.length - 10
  )
}

function same(answers: Race['rounds'][number]): boolean {
  return new Set(answers.map(({ url }) => url)).size === 1
}

function report(name: string, race: Race, right: Won): void {
  const answers = race.rounds.flat()
  const times = answers.map(({ ms }) => ms).toSorted((a, b) => a - b)
  const at = (share: number) =>
    times[Math.min(times.length - 1, Math.floor(times.length * share))]!.toFixed(0)
  const failed = answers.filter(({ status }) => status >= 500).length
  console.log(
    `${name}: ${race.rounds.filter(right).length} of ${race.rounds.length} rounds as they must be, ` +
      `${failed} answers of 500 and above, ${race.deadlocks} deadlocks, ` +
      `p50 ${at(0.5)} ms, p99 ${at(0.99)} ms (≤ 1,000), max ${at(1)} ms (≤ 2,000)`,
  )
}
