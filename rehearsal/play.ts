import { setTimeout as pause } from 'node:timers/promises'
import type { Product } from '../local/npm-start.ts'
import { openPayments, type Payments } from '../local/payers.ts'
import { type Books, openBooks } from './books.ts'
import { type Cast, gather } from './cast.ts'
import type { Clock } from './clock.ts'
import { createDeals } from './deals.ts'
import { type Mail, mailbox } from './mail.ts'

/** The parts that every act uses. */
export type Play = {
  clock: Clock
  product: Product
  payments: Payments
  books: Books
  cast: Cast
  deals: ReturnType<typeof createDeals>
  /** Stops Ignite, moves the clock, and starts it again. */
  sleepUntil(moment: Temporal.Instant): Promise<void>
  /** Ends a day: compares what everyone has, and checks the ledger. */
  closeDay(title: string): Promise<void>
  /** Waits for a mail; it is an error if it doesn't come. */
  getsMail(what: string, isMeant: (mail: Mail) => boolean): Promise<void>
  /** Waits until a condition holds; it is an error if it never does. */
  comesTrue(sentence: string, look: () => Promise<boolean>): Promise<void>
}

/** The results of the minute's jobs arrive within this time. */
const patienceMs = 90_000

/** Starts Ignite for the first time, and signs everyone up. */
export async function openPlay(clock: Clock, product: Product): Promise<Play> {
  await product.start()
  const payments = openPayments(product.url)
  const books = openBooks(payments)
  const cast = await gather(product.url)

  async function comesTrue(sentence: string, look: () => Promise<boolean>): Promise<void> {
    const until = performance.now() + patienceMs
    while (!(await look())) {
      if (performance.now() > until) return books.wrong(sentence)
      await pause(500)
    }
  }

  return {
    clock,
    product,
    payments,
    books,
    cast,
    deals: createDeals(books, payments),
    comesTrue,
    async sleepUntil(moment) {
      await product.stop()
      await clock.moveTo(moment)
      await product.start()
    },
    async closeDay(title) {
      await books.compare(`${title} (${inNewYork(clock.now())})`)
      const found = await product.checkLedger()
      process.stdout.write(`  Ledger: ${found ?? 'it adds up, and the payment provider’s lists agree.'}\n`)
      if (found) books.wrong(`The ledger doesn’t add up: ${found}`)
    },
    getsMail: (what, isMeant) =>
      comesTrue(`No mail came: ${what}`, async () => (await mailbox(product.mailUrl)).some(isMeant)),
  }
}

export function say(sentence: string): void {
  process.stdout.write(`\n${sentence}\n`)
}

function inNewYork(moment: Temporal.Instant): string {
  return `${moment.toLocaleString('en-US', { dateStyle: 'full', timeStyle: 'short', timeZone: 'America/New_York' })} in New York`
}
