import * as z from 'zod/mini'
import { zoneName } from '#shared/domain/zone-name.ts'
import { alertKind, alertKinds, type Reader } from './kind.ts'
import { momentIn, shortMomentIn, timeIn } from './moments.ts'

const facts = z.object({
  /** A booking, or an occurrence of a session that the person teaches or attends for free. */
  booking_id: z.nullable(z.string()),
  session_id: z.nullable(z.string()),
  starts_on: z.string(),
  /** The other person; null for the owner of a session, who meets many. */
  other_id: z.nullable(z.string()),
})
export type ReminderFacts = z.output<typeof facts>

function whatIs(
  { booking_id, session_id }: ReminderFacts,
  { topic, title }: Pick<Reader, 'topic' | 'title'>,
) {
  return booking_id ? topic(booking_id) : title(session_id ?? '')
}

const shared = {
  icon: 'clock',
  facts,
  people: (of: ReminderFacts) => (of.other_id ? [of.other_id] : []),
  things: (of: ReminderFacts) => ({ booking: of.booking_id, session: of.session_id }),
  subject: (of: ReminderFacts) => of.booking_id ?? of.session_id ?? '',
  link: (of: ReminderFacts) => (of.booking_id ? `/booking/${of.booking_id}` : `/sessions/${of.session_id}`),
} as const

/**
 * Reminders. The words are true whenever people read them: they name the time, not how long it is until then.
 */
export const reminderKinds = alertKinds({
  meeting_tomorrow: alertKind({
    ...shared,
    group: 'reminders',
    words: (of, { zone, toldAt, name, ...names }) => ({
      title: of.other_id
        ? `Meeting with ${name(of.other_id)} on ${shortMomentIn({ zone, toldAt }, of.starts_on)}`
        : `You’re teaching on ${shortMomentIn({ zone, toldAt }, of.starts_on)}`,
      about: whatIs(of, names),
      says: [
        of.other_id
          ? `Reminder: you have a meeting with ${name(of.other_id)}.`
          : 'Reminder: you’re teaching a session.',
        `${whatIs(of, names)}\n${momentIn(zone, of.starts_on)} (${zoneName(zone)})`,
        'You can join ten minutes before it starts.',
      ],
    }),
  }),
  meeting_soon: alertKind({
    ...shared,
    group: 'last_reminders',
    words: (of, { zone, name, ...names }) => ({
      title: of.other_id
        ? `Your meeting with ${name(of.other_id)} starts at ${timeIn(zone, of.starts_on)}`
        : `Your session starts at ${timeIn(zone, of.starts_on)}`,
      about: whatIs(of, names),
      says: [
        of.other_id ? `Your meeting with ${name(of.other_id)} starts soon.` : 'Your session starts soon.',
        `${whatIs(of, names)}\n${momentIn(zone, of.starts_on)} (${zoneName(zone)})`,
        'You can join now.',
      ],
    }),
  }),
})
