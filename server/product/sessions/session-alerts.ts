import { sql } from 'kysely'
import type { Deps } from '#server/deps.ts'
import type { Trx } from '#server/platform/db/database.ts'
import { isoTime } from '#server/platform/http/iso-time.ts'
import { problem } from '#server/platform/http/problem.ts'
import { type Interval, instantsOf } from '#shared/domain/intervals.ts'
import { formatDollars } from '#shared/domain/money.ts'
import { tell } from '../alerts/tell.ts'
import type { SessionRow } from './queries.ts'
import {
  type MovedTo,
  type SessionAlertFacts,
  type Span,
  sessionKinds,
  type ToldTime,
} from './session-alert-kinds.ts'

type SessionNews = keyof typeof sessionKinds extends `session_${infer News}` ? News : never

type News = {
  times: ToldTime[]
  /** The new dates, in order. */
  added?: Span[] | undefined
  refundCents?: number
  earnedCents?: number
  /** The time for whose cancellation the owner gave a reason. */
  occurrenceId?: string | undefined
  /** Whether the session has other dates. */
  goesOn?: boolean | undefined
  /** What the reader had in the moved times. */
  paid?: boolean
  holdEnded?: boolean
  /** Whether the reader has to pay to come: again, if they lost a place. */
  payAgain?: boolean
  /** Where people meet from now on, if that changed. */
  movedTo?: MovedTo | null
  cause?: string
}

/** A mail with more times than this would go unread. */
const timesTold = 12
/** Enough of the new dates to see which they are; the session's page has the others. */
const addedTold = 3

/** Tells a person what happened to a session's times. */
export async function tellOfSession(
  trx: Trx,
  deps: Deps,
  session: Pick<SessionRow, 'id' | 'owner_id'>,
  readerId: string,
  news: SessionNews,
  {
    times,
    added = [],
    refundCents = 0,
    earnedCents = 0,
    occurrenceId,
    goesOn = false,
    paid = false,
    holdEnded = false,
    payAgain = false,
    movedTo = null,
    cause,
  }: News,
): Promise<void> {
  const facts: SessionAlertFacts = {
    session_id: session.id,
    owner_id: session.owner_id,
    times: times.toSorted((a, b) => (a.from.start < b.from.start ? -1 : 1)).slice(0, timesTold),
    more: Math.max(0, times.length - timesTold),
    added: added.slice(0, addedTold),
    more_added: Math.max(0, added.length - addedTold),
    refund: refundCents > 0 ? formatDollars(refundCents) : null,
    earning: earnedCents > 0 ? formatDollars(earnedCents) : null,
    occurrence_id: occurrenceId ?? null,
    goes_on: goesOn,
    paid,
    hold_ended: holdEnded,
    pay_again: payAgain,
    moved_to: movedTo,
  }
  await tell(trx, deps, readerId, { kind: sessionKinds[`session_${news}`], facts, ...(cause && { cause }) })
}

/** Nobody can switch off the mails about their meetings, so an owner who moves a session back and forth could fill a mailbox. */
const changesToldADay = 30

/** Refuses to change a session if somebody in it was told of so many changes by its owner in the last day. */
export async function refuseManyChanges(
  trx: Trx,
  { id, owner_id }: Pick<SessionRow, 'id' | 'owner_id'>,
  now: Temporal.Instant,
): Promise<void> {
  const byOwner = JSON.stringify({ owner_id })
  const { rows } = await sql`
    select from enrolments join alerts on alerts.user_id = person_id
    where enrolments.session_id = ${id} and facts @> ${byOwner}::jsonb
      and alerts.created_at > ${now.subtract({ hours: 24 })}::timestamptz
    group by person_id having count(*) >= ${sql.lit(changesToldADay)} limit 1`.execute(trx)
  if (rows.length === 0) return
  throw problem(
    'quota_exceeded',
    'You’ve changed your sessions too often in the last 24 hours, and each change is emailed to everyone in them. Try again tomorrow.',
  )
}

/** A time as alerts store it. */
export function spanOf({ start, end }: { start: Temporal.Instant; end: Temporal.Instant }): Span {
  return { start: isoTime(start), end: isoTime(end) }
}

/** A planned time as alerts store it. */
export function spanOfTime(time: Interval): Span {
  return spanOf(instantsOf(time))
}
