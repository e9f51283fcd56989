import { setTimeout as pause } from 'node:timers/promises'
import type { Database } from '#server/platform/db/database.ts'
import { toMicrosecond } from '#server/platform/db/instants.ts'
import { agreedStates } from '#shared/domain/booking-states.ts'
import { beginJob, jobsUnderWay } from '../jobs.ts'

/** Where the demo world lives, as they do. */
export const zone = 'America/Chicago'

/** The days before the start in which the demo world was lived in. */
const days = 21
/** The work of every minute that these days leave behind. */
const minutely = ['settle-bookings', 'extend-slots', 'remind', 'alert-unread-messages']
/** The assistant's, which doesn't run while the world is made. */
const unserved = 'index-document'
const timeoutMs = 60_000

/** The time in which the demo world is made. It runs by itself, begins weeks ago, and only moves forward. */
export type Past = {
  /** Whether there is one, or everything happens now. */
  hasPast: boolean
  now(): Temporal.Instant
  /**
   * Moves on to a moment; it is an error if that has passed. What the provider is reporting arrives before: it
   * would be refused as signed long ago, and sent again only when the world is ready.
   */
  moveTo(moment: Temporal.Instant): Promise<void>
  /** Resolves when the provider has reported everything, and everything due has been done. */
  settle(): Promise<void>
  /** The moment of the demo world's wall clocks that was, or will be, some days from the start. */
  at(days: number, time: string): Temporal.Instant
  /** Ends it: from now on it is now. */
  arrive(): Promise<void>
}

type Given = { db: Database; url: string; hasPast: boolean }

/** Without a past, its time is the machine's from the start. */
export function openPast({ db, url, hasPast }: Given): Past {
  const begun = Temporal.Now.instant()
  const today = begun.toZonedDateTimeISO(zone).toPlainDate()
  const at = (days: number, time: string) =>
    today
      .add({ days })
      .toZonedDateTime({ timeZone: zone, plainTime: Temporal.PlainTime.from(time) })
      .toInstant()
  let behind = hasPast ? at(-days, '09:00').until(begun) : new Temporal.Duration()
  const now = () => toMicrosecond(Temporal.Now.instant().subtract(behind))

  async function settle(): Promise<void> {
    const until = performance.now() + timeoutMs
    do {
      for (const name of minutely) await beginJob(db, name)
      // What one of them causes, the other may have to finish.
      for (let round = 0; round < 2; round++) {
        await reportEverything(url)
        await finishJobs(db)
      }
      // Whoever lost the connection keeps the seat for some seconds, and a meeting isn't judged meanwhile.
    } while ((await isUnjudged(db, now())) && performance.now() < until)
  }

  return {
    hasPast,
    now,
    async moveTo(moment) {
      await reportEverything(url)
      const passes = now().until(moment)
      if (passes.sign < 0) throw new RangeError(`It is ${now()} already, and ${moment} has passed`)
      behind = behind.subtract(passes)
    },
    settle,
    at,
    async arrive() {
      await reportEverything(url)
      behind = new Temporal.Duration()
      await settle()
    },
  }
}

/** Whether a meeting that is over still waits for its end to be decided. */
async function isUnjudged(db: Database, now: Temporal.Instant): Promise<boolean> {
  const over = await db
    .selectFrom('bookings')
    .select('id')
    .where('state', 'in', agreedStates)
    .where('ends_at', '<=', now)
    .limit(1)
    .executeTakeFirst()
  return over !== undefined
}

async function reportEverything(url: string): Promise<void> {
  const answer = await fetch(`${url}/local/payments/control/webhooks/settle`, { method: 'POST' })
  await answer.body?.cancel()
}

async function finishJobs(db: Database): Promise<void> {
  const until = performance.now() + timeoutMs
  while ((await jobsUnderWay(db, unserved)) > 0) {
    if (performance.now() > until) throw new Error('Background work of the demo world doesn’t end')
    await pause(10)
  }
}
