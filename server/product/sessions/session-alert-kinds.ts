import * as z from 'zod/mini'
import { counted } from '#shared/domain/counted.ts'
import { zoneName } from '#shared/domain/zone-name.ts'
import { type AlertKind, alertKind, alertKinds, type Reader } from '../alerts/kind.ts'
import { momentIn, shortMomentIn, timeIn } from '../alerts/moments.ts'

const span = z.object({ start: z.string(), end: z.string() })
export type Span = z.output<typeof span>

/** An occurrence's old and new time; null if it doesn't take place. */
const toldTime = z.object({ from: span, to: z.nullable(span) })
export type ToldTime = z.output<typeof toldTime>

/** Where people meet after a move. */
const movedTo = z.enum(['online', 'on_site'])
export type MovedTo = z.output<typeof movedTo>

const facts = z.object({
  session_id: z.string(),
  owner_id: z.string(),
  times: z.array(toldTime),
  /** How many later times aren't listed. */
  more: z._default(z.number(), 0),
  /** New dates, and how many more aren't listed. */
  added: z._default(z.array(span), []),
  more_added: z._default(z.number(), 0),
  /** The reader's refund, in dollars; empty if there is none. */
  refund: z.nullable(z.string()),
  /** The owner's earnings from all its places, in dollars. */
  earning: z.nullable(z.string()),
  /** The time for whose cancellation the owner gave a reason. */
  occurrence_id: z._default(z.nullable(z.string()), null),
  /** Whether only dates were canceled, and the session goes on. */
  goes_on: z._default(z.boolean(), false),
  /** Whether the reader paid for one of the moved times, and whether the move ended their hold on one. */
  paid: z._default(z.boolean(), false),
  hold_ended: z._default(z.boolean(), false),
  /** Whether the reader has to pay to come: again, if they lost a place. */
  pay_again: z._default(z.boolean(), false),
  /** Where people meet from now on, if that changed. */
  moved_to: z._default(z.nullable(movedTo), null),
})
export type SessionAlertFacts = z.output<typeof facts>

type Telling = Pick<AlertKind, 'group' | 'icon'> & {
  /** Whether its owner did it, and others are told. */
  byOwner: boolean
  link: (of: SessionAlertFacts) => string
  words: (owner: string, facts: SessionAlertFacts) => { subject: string; says: string; closing?: string }
}

function sessionKind({ group, icon, byOwner, link, words }: Telling) {
  // Behind a block, a place that is paid stays, and the session's page is hidden.
  const isHidden = (of: SessionAlertFacts, { shown }: Pick<Reader, 'shown'>) => byOwner && !shown(of.owner_id)
  return alertKind({
    group,
    icon,
    facts,
    people: of => (byOwner ? [of.owner_id] : []),
    things: of => ({ session: of.session_id, occurrence: of.occurrence_id }),
    subject: of => of.session_id,
    link: (of, reader) => (isHidden(of, reader) ? '/meeting' : link(of)),
    words(of, reader) {
      const { name, zone, title, onSite, remarksOfTime } = reader
      const { subject, says, closing } = words(byOwner ? name(of.owner_id) : '', of)
      const remarks = of.occurrence_id && remarksOfTime(of.occurrence_id)
      return {
        title: subject,
        about: `${title(of.session_id)}${shortly(of, reader)}`,
        says: [
          says,
          title(of.session_id),
          ...of.times.map(time => timeLines(time, zone)),
          ...andMore(of.more),
          ...addedLines(of, zone),
          ...(of.moved_to ? [locationLine(of.moved_to, onSite(of.session_id))] : []),
          ...(remarks ? [`Their message: ${remarks}`] : []),
          ...(of.refund ? [`We’re refunding ${of.refund} to the card you paid with.`] : []),
          ...(of.hold_ended ? [`Your hold ended. Choose the new ${changed(of)} if it works for you.`] : []),
          ...(of.paid
            ? [
                `If you can’t make the new ${changed(of)}, give up your place before it starts for a full refund.`,
              ]
            : []),
        ],
        ...(closing && { closing: isHidden(of, reader) ? 'See your meetings' : closing }),
      }
    },
  })
}

/** The alerts about a session's times. `clash` and `earned` are only for its owner. */
export const sessionKinds = alertKinds({
  session_moved: sessionKind({
    group: 'meetings',
    icon: 'calendar',
    byOwner: true,
    link: ofSession,
    words: (owner, { refund, ...of }) => ({
      subject: `${owner} moved a session`,
      says: `${owner} moved this session.${refund ? ' It’s shorter than the one you paid for, so the price is lower now.' : ''}`,
      closing: `See the new ${changed(of)}`,
    }),
  }),
  session_priced: sessionKind({
    group: 'meetings',
    icon: 'money',
    byOwner: true,
    link: ofSession,
    words: owner => ({
      subject: `${owner} set a price for a session`,
      says: `${owner} set a price for this session. From now on, you pay for each date you want to attend.`,
      closing: 'See the session',
    }),
  }),
  session_cancelled: sessionKind({
    group: 'meetings',
    icon: 'cancelled',
    byOwner: true,
    link: of => (of.goes_on ? ofSession(of) : '/meeting'),
    words(owner, { times, more, goes_on, added }) {
      if (!goes_on) {
        return {
          subject: `${owner} canceled a session`,
          says: `${owner} canceled this session.`,
          closing: 'See your other meetings',
        }
      }
      const several = times.length + more > 1
      const canceled = `canceled ${several ? `${times.length + more} dates` : 'a date'} of a session`
      return {
        // If new dates were added, a reader of only the subject must not think that the session got shorter.
        subject: `${owner} ${added.length > 0 ? 'changed the dates of a session' : canceled}`,
        says: `${owner} canceled ${several ? 'these dates' : 'this date'}, not the whole session.`,
        closing: 'See the session’s dates',
      }
    },
  }),
  session_planned_again: sessionKind({
    group: 'meetings',
    icon: 'calendar',
    byOwner: true,
    link: ofSession,
    words(owner, { times, more, pay_again, ...of }) {
      if (times.length === 0) {
        const several = isSeveral(of)
        const dates = several ? 'new dates' : 'a new date'
        return {
          subject: `${owner} added ${dates} to a session`,
          says: `${owner} added ${dates} to this session. You’re still enrolled. ${pay_again ? `To join, pay for ${several ? 'each date' : 'it'}.` : 'If you can’t make it, leave the session so others can join.'}`,
          closing: 'See the session’s dates',
        }
      }
      const several = times.length + more > 1
      return {
        subject: `${owner} restored ${several ? `${times.length + more} dates` : 'a date'} of a session`,
        says: `${owner} restored ${several ? 'these dates, so they' : 'this date, so it'}’ll happen after all.${pay_again ? ` To join, pay for ${several ? 'them' : 'it'} again.` : ''}`,
        closing: 'See the session’s dates',
      }
    },
  }),
  session_clash: sessionKind({
    group: 'meetings',
    icon: 'calendar',
    byOwner: false,
    link: ofSession,
    words: () => ({
      subject: 'We skipped a date of your session',
      says: 'You have a booking or another session at this time, so we skipped this date.',
    }),
  }),
  session_earned: sessionKind({
    group: 'money',
    icon: 'money',
    byOwner: false,
    link: () => '/profile/wallet',
    words: (_owner, { earning }) => ({
      subject: `You earned ${earning}`,
      says: `${earning} from this session is in your wallet. Students who paid can report a problem until you can withdraw it.`,
      closing: 'See your wallet',
    }),
  }),
})

function ofSession({ session_id }: SessionAlertFacts): string {
  return `/sessions/${session_id}`
}

/** The next of its new dates, or else the first of the changed times. */
function shortly(of: SessionAlertFacts, reader: Pick<Reader, 'zone' | 'toldAt'>): string {
  const { times, more, added, more_added } = of
  const spans = added.length > 0 ? added : times.map(({ from, to }) => to ?? from)
  const [first] = spans
  if (!first) return ''
  const others = spans.length - 1 + (added.length > 0 ? more_added : more)
  return ` · ${shortMomentIn(reader, first.start)}${others > 0 ? ` and ${others} more` : ''}`
}

type Added = Pick<SessionAlertFacts, 'added' | 'more_added'>

/** Whether there are several new dates. */
const isSeveral = ({ added, more_added }: Added) => added.length + more_added > 1

function addedLines(of: Added, zone: string): string[] {
  if (of.added.length === 0) return []
  const lines = of.added.map(span => `${inZone(span, zone)} (${zoneName(zone)})`)
  return [isSeveral(of) ? 'New dates:' : 'New date:', ...lines, ...andMore(of.more_added)]
}

function andMore(count: number): string[] {
  return count > 0 ? [`And ${counted(count, 'more date', 'more dates')}.`] : []
}

const isSameTime = ({ from, to }: ToldTime) => to?.start === from.start && to.end === from.end

/** What is new about a moved session. */
function changed({ times, moved_to }: Pick<SessionAlertFacts, 'times' | 'moved_to'>): string {
  if (!moved_to) return 'time'
  return times.every(isSameTime) ? 'location' : 'time and location'
}

/** As its location is called now; a block hides that. */
function locationLine(to: MovedTo, site: ReturnType<Reader['onSite']>): string {
  if (site) return `New location: ${site.location}`
  return to === 'online' ? 'New location: online' : 'The location has changed.'
}

function timeLines(time: ToldTime, zone: string): string {
  const { from, to } = time
  if (!to || isSameTime(time)) return `${inZone(from, zone)} (${zoneName(zone)})`
  return `Before: ${inZone(from, zone)}\nNow: ${inZone(to, zone)} (${zoneName(zone)})`
}

function inZone({ start, end }: Span, zone: string): string {
  return `${momentIn(zone, start)} to ${timeIn(zone, end)}`
}
