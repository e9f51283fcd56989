import type { Stack } from '../../test/harness/stack.ts'
import {
  decisions,
  oneAttempt,
  oneSlot,
  oneStudent,
  overlapping,
  type Race,
} from '../../test/races/bookings.ts'
import { sameAcceptance, sameEnrolment, samePlace, tooManyForPlaces } from '../../test/races/sessions.ts'
import { percentile } from '../lib/measure.ts'
import { onStack } from '../lib/stack.ts'
import type { Run, Target } from '../lib/target.ts'

type Answers = Race['rounds'][number]

export const raceTargets: Record<string, Target> = {
  'R-1': race('50 people want one slot, 200 rounds: one gets it', async (stack, { count, report }) =>
    report(outcome('one slot', await oneSlot(stack, { people: 50, rounds: count(200) }), one)),
  ),
  'R-2': race(
    '50 people want times that overlap, 200 rounds: no two overlap',
    async (stack, { count, report }) =>
      report(
        outcome('times that overlap', await overlapping(stack, { people: 50, rounds: count(200) }), some),
      ),
  ),
  'R-3': race('20 tabs of one student, 100 rounds: one gets a time', async (stack, { count, report }) =>
    report(outcome('one student', await oneStudent(stack, { tabs: 20, rounds: count(100) }), one)),
  ),
  'R-4': race('20 answers to one request, 500 rounds: the first counts', async (stack, { count, report }) =>
    report(
      outcome('answers to a request', await decisions(stack, { calls: 20, rounds: count(500) }), agreed),
    ),
  ),
  'R-6': race('one attempt sent 50 times, 200 rounds: one Checkout', async (stack, { count, report }) =>
    report(outcome('one attempt', await oneAttempt(stack, { calls: 50, rounds: count(200) }), same)),
  ),
  'R-7': race(
    'one enrollment, acceptance and place asked for 50 times, 200 rounds: one; 100 people, ten places, 100 rounds: ten',
    async (stack, { count, report }) => {
      const fifty = { calls: 50, rounds: count(200) }
      for (const [what, run] of [
        ['one enrollment', sameEnrolment],
        ['one invitation', sameAcceptance],
      ] as const) {
        const race = await run(stack, fifty)
        report(outcome(what, race, (answers, n) => all(answers) && race.enrolments[n] === 1))
      }
      report(outcome('one place', await samePlace(stack, fifty), same))
      report(
        outcome(
          'ten places',
          await tooManyForPlaces(stack, { people: 100, capacity: 10, rounds: count(100) }),
          ten,
        ),
      )
    },
  ),
}

function race(asks: string, run: (stack: Stack, run: Run) => Promise<void>): Target {
  return { asks, run: given => onStack({ DATABASE_POOL_SIZE: '20' }, stack => run(stack, given)) }
}

function one(answers: Answers): boolean {
  return answers.filter(({ status }) => status === 200).length === 1
}

function some(answers: Answers): boolean {
  return answers.some(({ status }) => status === 200)
}

/** Every caller that wasn't refused gets the same state. */
function agreed(answers: Answers): boolean {
  return new Set(answers.filter(({ status }) => status === 200).map(({ url }) => url)).size === 1
}

function all(answers: Answers): boolean {
  return answers.every(({ status }) => status === 200)
}

/** The others are refused before they pay. */
function ten(answers: Answers): boolean {
  const refused = answers.filter(({ code, id }) => code === 'slot_taken' && id === '')
  return (
    answers.filter(({ status }) => status === 200).length === 10 && refused.length === answers.length - 10
  )
}

function same(answers: Answers): boolean {
  return new Set(answers.map(({ url }) => url)).size === 1
}

/** The time limits are R-1's. */
function outcome(what: string, race: Race, right: (answers: Answers, n: number) => boolean) {
  const answers = race.rounds.flat()
  const times = answers.map(({ ms }) => ms)
  const at = (share: number) => percentile(times, share)
  const failed = answers.filter(({ status }) => status >= 500).length
  const good = race.rounds.filter(right).length
  return {
    what,
    figures:
      `${good} of ${race.rounds.length} rounds as they must be, ${failed} answers of 500 and above, ${race.deadlocks} deadlocks, ` +
      `p50 ${at(0.5).toFixed(0)} ms, p99 ${at(0.99).toFixed(0)} ms (≤ 1,000), max ${at(1).toFixed(0)} ms (≤ 2,000)`,
    kept: good === race.rounds.length && failed + race.deadlocks === 0 && at(0.99) <= 1000 && at(1) <= 2000,
  }
}
