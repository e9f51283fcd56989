import { setTimeout as pause } from 'node:timers/promises'
import { bookings } from '#shared/api/bookings.ts'
import { wallets } from '#shared/api/wallets.ts'
import type { BookingState } from '#shared/domain/booking-states.ts'
import { decimalToCents, formatDollars } from '#shared/domain/money.ts'
import type { Payments } from '../local/payers.ts'
import type { Person } from './person.ts'

/** A tutor's wallet balances, in cents. */
type Balances = { pending: number; available: number; frozen: number; underWay: number; paidOut: number }

/** A booking as the story expects it: its state, and who has its money by now. */
export type Deal = {
  id: string
  student: Person
  tutor: Person
  /** Where it was paid, or could have been. */
  checkout: string
  /** 'a booking with Grace Kim that both attended' */
  story: string
  state: BookingState
  paid: number
  /** The student's refund. */
  back: number
  /** The tutor's share, and where it is. */
  tutors: Partial<Balances>
}

/** What everyone should have by the story, next to what they have at the product and the payment provider. */
export type Books = {
  open(deal: Omit<Deal, 'tutors' | 'back'>): Deal
  /** A tutor's money that moved without a booking: a withdrawal. */
  moved(tutor: Person, by: Partial<Balances>): void
  /** Prints a table of everything, once it is correct or no longer changes. */
  compare(title: string): Promise<void>
  /** Somebody lost out, or something didn't happen. */
  wrong(sentence: string): void
  wrongs: readonly string[]
}

/** The results of a scheduled job or a webhook arrive within this time, on a machine that may be busy. */
const patienceMs = 75_000
/** One student of five bookings asks for each: more often than this would hit the rate limit. */
const pollMs = 2_000

type Row = { who: string; what: string; should: string; is: string; wrongs: string[] }

export function openBooks(payments: Payments): Books {
  const deals: Deal[] = []
  const moves = new Map<Person, Partial<Balances>[]>()
  const wrongs: string[] = []
  // Reported once: what is wrong today is still wrong tomorrow.
  const wrong = (sentence: string) => void (wrongs.includes(sentence) || wrongs.push(sentence))

  async function rows(): Promise<Row[]> {
    const tutors = [...new Set(deals.map(({ tutor }) => tutor))]
    return Promise.all([...deals.map(rowOfDeal), ...tutors.map(rowOfTutor)])
  }

  async function rowOfDeal(deal: Deal): Promise<Row> {
    const { student, tutor, story } = deal
    const { booking } = await student.call(bookings.get, { params: { id: deal.id }, query: {} })
    const { paid, back } = await payments.moneyOf(deal.checkout)
    const told = `${student.name} paid ${formatDollars(paid)} for ${story}`
    const found: string[] = []
    if (paid !== deal.paid) found.push(`${told}, and it cost ${formatDollars(deal.paid)}.`)
    else if (back > deal.back)
      found.push(
        `${tutor.name} is wronged by ${formatDollars(back - deal.back)}: ${told}, and was refunded ${formatDollars(back)}.`,
      )
    else if (back < deal.back)
      found.push(
        `${student.name} is wronged by ${formatDollars(deal.back - back)}: ${told}, and has ${formatDollars(back)} back.`,
      )
    // The state explains the money, so it is shown if the state is right.
    if (found.length === 0 && booking.status !== deal.state)
      found.push(
        `The booking of ${student.name}, ${story}, is “${booking.status}” and should be “${deal.state}”.`,
      )
    const text = (state: string, ...sums: number[]) =>
      `${state} · paid ${formatDollars(sums[0]!)} · back ${formatDollars(sums[1]!)}`
    return {
      who: student.name,
      what: story,
      should: text(deal.state, deal.paid, deal.back),
      is: text(booking.status, paid, back),
      wrongs: found,
    }
  }

  async function rowOfTutor(tutor: Person): Promise<Row> {
    const shares = [
      ...deals.filter(deal => deal.tutor === tutor).map(deal => deal.tutors),
      ...(moves.get(tutor) ?? []),
    ]
    const should = shares.reduce<Balances>((sum, share) => added(sum, share), empty)
    const is = await balancesOf(tutor)
    const differs = Object.keys(empty).some(
      key => is[key as keyof Balances] !== should[key as keyof Balances],
    )
    const row = { who: tutor.name, what: 'wallet', should: textOf(should), is: textOf(is) }
    return { ...row, wrongs: differs ? [`${tutor.name} should have ${row.should}, and has ${row.is}.`] : [] }
  }

  return {
    open(deal) {
      const opened = { ...deal, back: 0, tutors: {} }
      deals.push(opened)
      return opened
    },
    moved(tutor, by) {
      moves.set(tutor, [...(moves.get(tutor) ?? []), by])
    },
    async compare(title) {
      const until = performance.now() + patienceMs
      let seen = await rows()
      // Doesn't wait for what was already wrong yesterday.
      const isNew = (sentence: string) => !wrongs.includes(sentence)
      while (seen.some(row => row.wrongs.some(isNew)) && performance.now() < until) {
        await pause(pollMs)
        seen = await rows()
      }
      print(title, seen)
      for (const sentence of seen.flatMap(row => row.wrongs)) wrong(sentence)
    },
    wrong,
    wrongs,
  }
}

const empty: Balances = { pending: 0, available: 0, frozen: 0, underWay: 0, paidOut: 0 }

function added(sum: Balances, share: Partial<Balances>): Balances {
  const keys = Object.keys(empty) as (keyof Balances)[]
  return Object.fromEntries(keys.map(key => [key, sum[key] + (share[key] ?? 0)])) as Balances
}

async function balancesOf(tutor: Person): Promise<Balances> {
  const { balances } = await tutor.call(wallets.view, { query: {} })
  const cents = (text: string) =>
    text.startsWith('-') ? -decimalToCents(text.slice(1))! : decimalToCents(text)!
  return {
    pending: cents(balances.pending),
    available: cents(balances.available),
    frozen: cents(balances.frozen),
    underWay: cents(balances.under_way),
    paidOut: cents(balances.paid_out),
  }
}

const names: Record<keyof Balances, string> = {
  pending: 'pending',
  available: 'available',
  frozen: 'frozen',
  underWay: 'under way',
  paidOut: 'paid out',
}

function textOf(balances: Balances): string {
  const parts = Object.entries(balances).filter(([, cents]) => cents !== 0)
  return (
    parts.map(([key, cents]) => `${formatDollars(cents)} ${names[key as keyof Balances]}`).join(' · ') ||
    'nothing'
  )
}

function print(title: string, rows: Row[]): void {
  const cells = [
    ['', 'Who', 'Of what', 'Should be', 'Is'],
    ...rows.map(({ who, what, should, is, wrongs }) => [
      wrongs.length > 0 ? '✗' : '✓',
      who,
      what,
      should,
      is,
    ]),
  ]
  const widths = [0, 1, 2, 3, 4].map(column => Math.max(...cells.map(row => widthOf(row[column]!))))
  const fill = (cell: string, n: number) => cell + ' '.repeat(widths[n]! - widthOf(cell))
  const lines = cells.map(row => `  ${row.map(fill).join('  ').trimEnd()}`)
  process.stdout.write(`\n${title}\n${lines.join('\n')}\n`)
}

/** The width of a text in a terminal, where a Chinese character takes two columns. */
function widthOf(text: string): number {
  return text.length + (text.match(/\p{Script=Han}/gu)?.length ?? 0)
}
