import * as z from 'zod/mini'
import { type AlertKind, alertKind, alertKinds } from '../alerts/kind.ts'
import { momentIn, shortMomentIn, timeIn } from '../alerts/moments.ts'

const span = z.object({ start: z.string(), end: z.string() })
export type Span = z.output<typeof span>

/** A time of a session as it was, and as it is now; null where it doesn't take place. */
const toldTime = z.object({ from: span, to: z.nullable(span) })
export type ToldTime = z.output<typeof toldTime>

const facts = z.object({
  session_id: z.string(),
  owner_id: z.string(),
  times: z.array(toldTime),
  /** What comes back to the reader, in dollars; empty when nothing does. */
  refund: z.nullable(z.string()),
  /** What all places of it together brought its owner, in dollars. */
  earning: z.nullable(z.string()),
  /** The time whose cancelling its owner said something about. */
  occurrence_id: z._default(z.nullable(z.string()), null),
})
export type SessionFacts = z.output<typeof facts>

type Telling = Pick<AlertKind, 'group' | 'icon'> & {
  /** Whether it is its owner's doing, told to others. */
  byOwner: boolean
  link: (of: SessionFacts) => string
  words: (owner: string, facts: SessionFacts) => { subject: string; says: string; closing?: string }
}

function sessionKind({ group, icon, byOwner, link, words }: Telling) {
  return alertKind({
    group,
    icon,
    facts,
    people: of => (byOwner ? [of.owner_id] : []),
    things: of => ({ session: of.session_id, occurrence: of.occurrence_id }),
    subject: of => of.session_id,
    link,
    words(of, { name, zone, title, remarksOfTime }) {
      const { subject, says, closing } = words(byOwner ? name(of.owner_id) : '', of)
      const remarks = of.occurrence_id && remarksOfTime(of.occurrence_id)
      return {
        title: subject,
        about: `${title(of.session_id)}${shortly(of, zone)}`,
        says: [
          says,
          title(of.session_id),
          ...of.times.map(time => timeLines(time, zone)),
          ...(remarks ? [`They write: ${remarks}`] : []),
          ...(of.refund ? [`${of.refund} is on its way back to the card you paid with.`] : []),
        ],
        ...(closing && { closing }),
      }
    },
  })
}

/** What can be told of a session's times. `clash` and `earned` are for its owner alone. */
export const sessionKinds = alertKinds({
  session_moved: sessionKind({
    group: 'meetings',
    icon: 'calendar',
    byOwner: true,
    link: ofSession,
    words: (owner, { refund }) => ({
      subject: `${owner} moved a session`,
      says: `${owner} has moved this session.${refund ? ' It is shorter than the one you paid for, so you pay less.' : ''}`,
      closing:
        'If you can’t come then, leave it before its start, and what you paid for it comes back in full',
    }),
  }),
  session_cancelled: sessionKind({
    group: 'meetings',
    icon: 'cancelled',
    byOwner: true,
    link: () => '/meeting',
    words: owner => ({
      subject: `${owner} cancelled a session`,
      says: `${owner} cancelled this session.`,
      closing: 'Your other meetings are here',
    }),
  }),
  session_clash: sessionKind({
    group: 'meetings',
    icon: 'calendar',
    byOwner: false,
    link: ofSession,
    words: () => ({
      subject: 'A session can’t take place on one of its days',
      says: 'You have a booking or another session on a day of this session, which was left out there.',
    }),
  }),
  session_earned: sessionKind({
    group: 'money',
    icon: 'money',
    byOwner: false,
    link: () => '/profile/wallet',
    words: (_owner, { earning }) => ({
      subject: `You earned ${earning}`,
      says: `${earning} of this session is in your wallet. Who paid for a place can report a problem until you can withdraw it.`,
      closing: 'Your wallet is here',
    }),
  }),
})

function ofSession({ session_id }: SessionFacts): string {
  return `/sessions/${session_id}`
}

function shortly({ times }: SessionFacts, zone: string): string {
  const [first] = times
  if (!first) return ''
  const more = times.length > 1 ? ` and ${times.length - 1} more` : ''
  return ` · ${shortMomentIn(zone, (first.to ?? first.from).start)}${more}`
}

function timeLines({ from, to }: ToldTime, zone: string): string {
  if (!to) return `${inZone(from, zone)} (${zone})`
  return `Before: ${inZone(from, zone)}\nNow: ${inZone(to, zone)} (${zone})`
}

function inZone({ start, end }: Span, zone: string): string {
  return `${momentIn(zone, start)} to ${timeIn(zone, end)}`
}
