import { admin } from '#shared/api/admin.ts'
import { bookings } from '#shared/api/bookings.ts'
import { payouts } from '#shared/api/payouts.ts'
import { wallets } from '#shared/api/wallets.ts'
import { centsToDecimal, formatDollars } from '#shared/domain/money.ts'
import { Refusal } from '../local/caller.ts'
import { banks } from '../local/payments/bank-accounts.ts'
import type { Deal } from './books.ts'
import type { Person } from './person.ts'
import { type Play, say } from './play.ts'
import { goesBack, type Plans } from './today.ts'
import { isTo } from './tomorrow.ts'

/** Everything is settled; students report problems, and banks take money back until they decide. */
export async function anHourAfter(play: Play, plans: Plans): Promise<Disputes> {
  const { upheld, rejected, won, lost, third } = plans
  await play.sleepUntil(third.add({ hours: 1 }))
  await play.closeDay('An hour after the meetings')

  const before = play.clock.now()
  await report(upheld, 'We were cut off after ten minutes and nobody came back.')
  await report(rejected, 'I had hoped for more.')
  const disputes = {
    won: await whereItStands(won, () => play.payments.dispute(won.checkout)),
    lost: await whereItStands(lost, () => play.payments.dispute(lost.checkout)),
  }
  for (const deal of [won, lost]) {
    // The bank has it until it decides.
    deal.back = deal.paid
    deal.tutors = { frozen: deal.paid }
  }
  const { robin } = play.cast
  await play.getsMail(
    `${robin.name} should hear of a problem.`,
    mail =>
      isTo(robin, 'A problem with a meeting')(mail) && Temporal.Instant.compare(mail.received, before) >= 0,
  )
  await play.closeDay('When two problems are reported, and two banks have taken money back')
  return disputes
}

/** None if the bank had nothing to take. */
type Disputes = { won: string | null; lost: string | null }

/** Operators settle problems, banks decide, and everything else is released to its tutors. */
export async function twoDaysAfter(play: Play, plans: Plans, disputes: Disputes): Promise<void> {
  const { honest, circle, upheld, rejected, won, lost, late, third } = plans
  const { payments, cast } = play
  // Some were judged an hour after the third, and their two days count from then.
  await play.sleepUntil(third.add({ hours: 50 }))
  await settle(cast.robin, upheld, 'all')
  goesBack(upheld, 'completed')
  await settle(cast.robin, rejected, 'none')
  if (disputes.won) await payments.closeDispute(disputes.won, 'won')
  if (disputes.lost) await payments.closeDispute(disputes.lost, 'lost')
  for (const deal of [honest, circle.first, circle.second, rejected, won, late])
    deal.tutors = { available: deal.paid - deal.back }
  won.back = 0
  won.tutors = { available: won.paid }
  lost.tutors = {}
  await play.closeDay('Two days after: one problem upheld and one not, one dispute won and one lost')
}

/** Four withdrawals at once of which one fits, one sent twice, and one to a missing account. */
export async function withdrawals(
  { books, cast, payments }: Play,
  { honest, rejected }: Plans,
): Promise<void> {
  const { grace, tomas } = cast
  await becomePayable(grace, banks.good)
  await becomePayable(tomas, banks.missing)

  const most = honest.paid
  const four = await Promise.all([1, 2, 3, 4].map(() => withdraw(grace, 1000)))
  const made = four.filter(Boolean).length
  if (made !== 1)
    books.wrong(
      `${grace.name} had ${formatDollars(most)}, asked for $10.00 four times at once, and got it ${made} times.`,
    )
  const id = crypto.randomUUID()
  const twice = await Promise.all([withdraw(grace, 500, id), withdraw(grace, 500, id)])
  if (!twice.every(Boolean)) books.wrong(`${grace.name} clicked twice, and the second click was refused.`)
  books.moved(grace, { available: -1500, underWay: 1500 })

  await withdraw(tomas, rejected.paid)
  books.moved(tomas, { available: -rejected.paid, underWay: rejected.paid })

  async function becomePayable(who: Person, bank: string): Promise<void> {
    await who.call(wallets.create, { body: { terms: true } })
    await who.call(payouts.create, {})
    const { client_secret } = await who.call(payouts.openSession, { body: {} })
    await payments.onboard(client_secret, who, bank)
    await who.call(payouts.refresh, {})
  }
}

/** What was sent has arrived, or come back. */
export async function aWeekAfter(play: Play, { third, rejected }: Plans): Promise<void> {
  const { grace, tomas } = play.cast
  await play.closeDay('When four withdrawals were asked for at once, one twice, and one to nowhere')
  await play.sleepUntil(third.add({ hours: 7 * 24 }))
  play.books.moved(grace, { underWay: -1500, paidOut: 1500 })
  play.books.moved(tomas, { underWay: -rejected.paid, available: rejected.paid })
  await play.closeDay('A week after: what was sent has arrived, and what found no account has come back')
}

async function report(deal: Deal, details: string): Promise<void> {
  const told = { bookingId: deal.id, reason: 'quality' as const, details }
  await whereItStands(deal, () => deal.student.call(bookings.reportProblem, { body: told }))
}

async function settle(robin: Person, deal: Deal, outcome: 'all' | 'none'): Promise<void> {
  const body = { bookingId: deal.id, outcome, reason: 'We have looked at who was there, and for how long.' }
  await whereItStands(deal, () => robin.call(admin.settleProblem, { body }))
}

/** Does something that is impossible if a booking didn't get as far as it should: then the tables say so. */
async function whereItStands<T>(deal: Deal, act: () => Promise<T>): Promise<T | null> {
  try {
    return await act()
  } catch (error) {
    if (!(error instanceof Refusal) || error.status >= 500) throw error
    say(`That can’t be done about ${deal.story} (${error.status} ${error.code}).`)
    return null
  }
}

async function withdraw(who: Person, cents: number, id: string = crypto.randomUUID()): Promise<boolean> {
  try {
    await who.call(wallets.withdraw, { body: { id, amount: centsToDecimal(cents), confirm: true } })
    return true
  } catch (error) {
    if (error instanceof Refusal && error.status === 409) return false
    throw error
  }
}
