import { sql } from 'kysely'
import * as z from 'zod/mini'
import { onSiteText } from '#shared/domain/on-site.ts'
import { zoneName } from '#shared/domain/zone-name.ts'
import { inStates } from '../people/booking-states.ts'
import { alertKind, alertKinds, type Reader } from './kind.ts'
import { momentIn, shortMomentIn, shortTimeIn } from './moments.ts'

const facts = z.object({
  /** A booking, or an occurrence of a session that the person teaches or attends for free. */
  booking_id: z.nullable(z.string()),
  session_id: z.nullable(z.string()),
  starts_on: z.string(),
  /** The other person; null for the owner of a session, who meets many. */
  other_id: z.nullable(z.string()),
})
export type ReminderFacts = z.output<typeof facts>

type Names = Pick<Reader, 'topic' | 'title' | 'onSite'>

function whatIs({ booking_id, session_id }: ReminderFacts, { topic, title }: Names): string {
  return booking_id ? topic(booking_id) : title(session_id ?? '')
}

function subjectOf({ booking_id, session_id }: ReminderFacts): string {
  return booking_id ?? session_id ?? ''
}

/** What it is and, in person, where. */
function about(of: ReminderFacts, names: Names): string {
  const place = names.onSite(subjectOf(of))
  return place ? `${whatIs(of, names)} · ${place.location}` : whatIs(of, names)
}

/** What a mail is about, with its time, and how to come: online as `online` says. */
function details(
  of: ReminderFacts,
  { zone, ...names }: Names & Pick<Reader, 'zone'>,
  online: string,
): string[] {
  const place = names.onSite(subjectOf(of))
  const what = `${whatIs(of, names)}\n${momentIn(zone, of.starts_on)} (${zoneName(zone)})`
  if (!place) return [what, online]
  const where = `${what}\nWhere: ${place.location}`
  return place.paid ? [where, onSiteText(of.other_id ? 'student' : 'tutor')] : [where]
}

const shared = {
  icon: 'clock',
  facts,
  people: (of: ReminderFacts) => (of.other_id ? [of.other_id] : []),
  things: (of: ReminderFacts) => ({ booking: of.booking_id, session: of.session_id }),
  subject: subjectOf,
  link: (of: ReminderFacts) => (of.booking_id ? `/booking/${of.booking_id}` : `/sessions/${of.session_id}`),
  stillHelps({ booking_id, session_id, starts_on }: ReminderFacts, now: Temporal.Instant) {
    if (Temporal.Instant.compare(now, starts_on) >= 0) return sql.lit(false)
    // One that moved has reminders of its own.
    const then = sql`date_trunc('milliseconds', starts_at) = ${starts_on}::timestamptz`
    return booking_id
      ? sql<boolean>`exists (select from bookings where id = ${booking_id} and state in (${inStates.agreed}) and ${then})`
      : sql<boolean>`exists (select from occurrences where session_id = ${session_id} and state = 'planned' and ${then})`
  },
} as const

/**
 * Reminders. The titles are true whenever people read them: they name the time, not how long it is until then.
 */
export const reminderKinds = alertKinds({
  meeting_tomorrow: alertKind({
    ...shared,
    group: 'reminders',
    words: (of, reader) => ({
      title: of.other_id
        ? `Meeting with ${reader.name(of.other_id)} on ${shortMomentIn(reader, of.starts_on)}`
        : `You’re teaching on ${shortMomentIn(reader, of.starts_on)}`,
      about: about(of, reader),
      says: [
        of.other_id
          ? `Reminder: you have a meeting with ${reader.name(of.other_id)}.`
          : 'Reminder: you’re teaching a session.',
        ...details(of, reader, 'You can join 10 minutes before it starts.'),
      ],
    }),
  }),
  meeting_soon: alertKind({
    ...shared,
    group: 'last_reminders',
    words: (of, reader) => ({
      title: of.other_id
        ? `Your meeting with ${reader.name(of.other_id)} starts at ${shortTimeIn(reader.zone, of.starts_on)}`
        : `Your session starts at ${shortTimeIn(reader.zone, of.starts_on)}`,
      about: about(of, reader),
      says: [
        of.other_id
          ? `Your meeting with ${reader.name(of.other_id)} starts soon.`
          : 'Your session starts soon.',
        ...details(of, reader, 'You can join now.'),
      ],
    }),
  }),
})
