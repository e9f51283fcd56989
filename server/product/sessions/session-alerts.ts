import type { Deps } from '#server/deps.ts'
import type { Trx } from '#server/platform/db/database.ts'
import { isoTime } from '#server/platform/http/iso-time.ts'
import { formatDollars } from '#shared/domain/money.ts'
import { tell } from '../alerts/tell.ts'
import type { SessionRow } from './queries.ts'
import { type SessionFacts, type Span, sessionKinds, type ToldTime } from './session-alert-kinds.ts'

type SessionNews = keyof typeof sessionKinds extends `session_${infer News}` ? News : never

type News = {
  times: ToldTime[]
  refundCents?: number
  earnedCents?: number
  /** The time whose cancelling its owner said something about. */
  occurrenceId?: string | undefined
  cause?: string
}

/** More times than these would make a mail that nobody reads. */
const timesTold = 12

/** Tells a person what became of times of a session. */
export async function tellOfSession(
  trx: Trx,
  deps: Deps,
  session: Pick<SessionRow, 'id' | 'owner_id'>,
  readerId: string,
  news: SessionNews,
  { times, refundCents = 0, earnedCents = 0, occurrenceId, cause }: News,
): Promise<void> {
  const facts: SessionFacts = {
    session_id: session.id,
    owner_id: session.owner_id,
    times: times.toSorted((a, b) => (a.from.start < b.from.start ? -1 : 1)).slice(0, timesTold),
    refund: refundCents > 0 ? formatDollars(refundCents) : null,
    earning: earnedCents > 0 ? formatDollars(earnedCents) : null,
    occurrence_id: occurrenceId ?? null,
  }
  await tell(trx, deps, readerId, { kind: sessionKinds[`session_${news}`], facts, ...(cause && { cause }) })
}

/** A time as alerts keep it. */
export function spanOf({ start, end }: { start: Temporal.Instant; end: Temporal.Instant }): Span {
  return { start: isoTime(start), end: isoTime(end) }
}
