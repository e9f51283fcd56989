import type { Deps } from '#server/deps.ts'
import type { Trx } from '#server/platform/db/database.ts'
import { formatDollars } from '#shared/domain/money.ts'
import { tell, type WriteMail } from '../alerts/tell.ts'
import type { SessionRow } from './queries.ts'

/** What can be told of a session's times; each has its words below. `clash` and `earned` are for its owner alone. */
type SessionNews = 'moved' | 'cancelled' | 'clash' | 'earned'

/** A time of a session as it was, and as it is now; null where it doesn't take place. */
export type ToldTime = { from: Span; to: Span | null }
type Span = { start: string; end: string }

type Facts = {
  session_id: string
  title: string
  /** By id, so that no alert keeps the name of someone who left. */
  owner_id: string
  times: ToldTime[]
  /** What comes back to the reader, in dollars; empty when nothing does. */
  refund: string | null
  /** What all places of it together brought its owner, in dollars. */
  earning: string | null
  remarks: string | null
}

type News = { times: ToldTime[]; refundCents?: number; earnedCents?: number; remarks?: string | null }

/** More times than these would make a mail that nobody reads. */
const timesTold = 12

/** Tells a person what became of times of a session. */
export async function tellOfSession(
  trx: Trx,
  deps: Deps,
  session: Pick<SessionRow, 'id' | 'title' | 'owner_id'>,
  readerId: string,
  news: SessionNews,
  { times, refundCents = 0, earnedCents = 0, remarks = null }: News,
): Promise<void> {
  const facts: Facts = {
    session_id: session.id,
    title: session.title,
    owner_id: session.owner_id,
    times: times.toSorted((a, b) => (a.from.start < b.from.start ? -1 : 1)).slice(0, timesTold),
    refund: refundCents > 0 ? formatDollars(refundCents) : null,
    earning: earnedCents > 0 ? formatDollars(earnedCents) : null,
    remarks,
  }
  await tell(trx, deps, readerId, { kind: `session_${news}`, facts })
}

/** A time as alerts keep it. */
export function spanOf(start: Date | number, end: Date | number): Span {
  return { start: new Date(start).toISOString(), end: new Date(end).toISOString() }
}

/** The mail of an alert about a session's times; null for other kinds. */
export async function sessionMail(
  { db, config }: Pick<Deps, 'db' | 'config'>,
  kind: string,
  facts: unknown,
): Promise<WriteMail | null> {
  const write = words[kind]
  if (!write) return null
  const told = facts as Facts
  const owner = await db
    .selectFrom('users')
    .select('name')
    .where('id', '=', told.owner_id)
    .executeTakeFirstOrThrow()
  const { subject, says, closing } = write(owner.name, told)
  return ({ name, zone }) => {
    const lines = [
      `Hello ${name},`,
      says,
      told.title,
      ...told.times.map(time => timeLines(time, zone)),
      ...(told.remarks ? [`They write: ${told.remarks}`] : []),
      ...(told.refund ? [`${told.refund} is on its way back to the card you paid with.`] : []),
      closing(config.publicUrl),
      'Ignite',
    ]
    return { subject, text: `${lines.join('\n\n')}\n` }
  }
}

type Words = (
  owner: string,
  facts: Facts,
) => { subject: string; says: string; closing: (site: string) => string }

const words: Record<string, Words | undefined> = {
  session_moved: (owner, { session_id }) => ({
    subject: `${owner} moved a session`,
    says: `${owner} has moved this session.`,
    closing: site =>
      `If you can’t come then, leave it before its start, and what you paid for it comes back in full: ${site}/sessions/${session_id}`,
  }),
  session_cancelled: owner => ({
    subject: `${owner} cancelled a session`,
    says: `${owner} cancelled this session.`,
    closing: site => `Your other meetings are here: ${site}/meeting`,
  }),
  session_clash: (_owner, { session_id }) => ({
    subject: 'A session can’t take place on one of its days',
    says: 'You have a booking or another session on a day of this session, which was left out there.',
    closing: site => `See it here: ${site}/sessions/${session_id}`,
  }),
  session_earned: (_owner, { earning }) => ({
    subject: `You earned ${earning}`,
    says: `${earning} of this session is in your wallet. Who paid for a place can report a problem until you can withdraw it.`,
    closing: site => `Your wallet is here: ${site}/profile/wallet`,
  }),
} satisfies Record<`session_${SessionNews}`, Words>

function timeLines({ from, to }: ToldTime, zone: string): string {
  if (!to) return `${inZone(from, zone)} (${zone})`
  return `Before: ${inZone(from, zone)}\nNow: ${inZone(to, zone)} (${zone})`
}

function inZone({ start, end }: Span, zone: string): string {
  const from = new Date(start).toLocaleString('en-US', {
    timeZone: zone,
    dateStyle: 'full',
    timeStyle: 'short',
  })
  const until = new Date(end).toLocaleTimeString('en-US', { timeZone: zone, timeStyle: 'short' })
  return `${from} to ${until}`
}
