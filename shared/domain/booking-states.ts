/** Every state of a booking. */
export const bookingStates = [
  'held',
  'requested',
  'approved',
  'active',
  'completed',
  'missed',
  'expired',
  'declined',
  'lapsed',
  'cancelled',
] as const
export type BookingState = (typeof bookingStates)[number]

/** States in which a booking reserves its time. The database refuses overlaps among these. */
export const liveStates = [
  'held',
  'requested',
  'approved',
  'active',
] as const satisfies readonly BookingState[]

/**
 * States in which the student sees the tutor's email. A request alone doesn't reveal it, since the student
 * can take it back at once for free.
 */
export const acquaintedStates = ['approved', 'active', 'completed'] as const satisfies readonly BookingState[]

/** States of a booking that was paid and agreed to, and isn't over. */
export const agreedStates = ['approved', 'active'] as const satisfies readonly BookingState[]

/** States in which both people are, or were, expected at the meeting. */
export const expectedStates = [
  ...agreedStates,
  'completed',
  'missed',
] as const satisfies readonly BookingState[]

/** A slot of a tutor's schedule needs the tutor's answer; a paid place in a group session doesn't. */
export type BookingKind = 'slot' | 'place'

export type BookingSide = 'student' | 'tutor'
/**
 * Who or what changes a booking. `payment`: what the provider reports about its Checkout or a dispute. `account`: its tutor's account
 * was closed or suspended. `operator`: an operator refunded all of it, here or at the provider.
 */
export type BookingCause = BookingSide | 'clock' | 'payment' | 'account' | 'operator'

/** When a change may happen. Scheduled changes become due at a moment, and may run late. */
type Moment = 'any' | 'before_start' | 'begun_unseen' | 'from_start' | 'while_open' | 'from_end' | 'hold_over'

export type BookingChange = {
  from: readonly BookingState[]
  by: readonly BookingCause[]
  when: Moment
  /** The only kind of booking with this change; both if left out. */
  kind?: BookingKind
} & (
  | { to: BookingState; refund: 'nothing' }
  | {
      /** It is also the reason that the refund states. */
      to: 'declined' | 'lapsed' | 'missed' | 'cancelled'
      /** What the student gets back; `policy` is the one frozen into the booking. */
      refund: 'everything' | 'policy'
    }
)

/** How long a slot is held while Checkout is open, and how long before its start a meeting opens. */
export const holdMinutes = 30
export const opensMinutesBefore = 10

/**
 * Every change that a booking can make where it stands; there are no others. A change into a state that isn't
 * live frees the time at once. Beyond these, an active place that its session moves to another start is approved
 * again (server/product/sessions/move-places.ts).
 */
export const bookingChanges: readonly BookingChange[] = [
  { from: ['held'], to: 'requested', by: ['payment'], when: 'any', kind: 'slot', refund: 'nothing' },
  { from: ['held'], to: 'approved', by: ['payment'], when: 'any', kind: 'place', refund: 'nothing' },
  { from: ['held'], to: 'expired', by: ['clock'], when: 'hold_over', refund: 'nothing' },
  { from: ['held'], to: 'expired', by: ['payment'], when: 'any', refund: 'nothing' },
  { from: ['held'], to: 'cancelled', by: ['student'], when: 'any', refund: 'nothing' },
  { from: ['held'], to: 'cancelled', by: ['tutor'], when: 'any', kind: 'place', refund: 'nothing' },
  { from: ['held'], to: 'cancelled', by: ['account'], when: 'any', kind: 'slot', refund: 'nothing' },
  { from: ['requested'], to: 'approved', by: ['tutor'], when: 'before_start', refund: 'nothing' },
  { from: ['requested'], to: 'declined', by: ['tutor'], when: 'before_start', refund: 'everything' },
  { from: ['requested'], to: 'lapsed', by: ['clock'], when: 'from_start', refund: 'everything' },
  { from: ['approved'], to: 'active', by: ['student', 'tutor'], when: 'while_open', refund: 'nothing' },
  { from: ['approved', 'active'], to: 'missed', by: ['clock'], when: 'from_end', refund: 'everything' },
  { from: ['active'], to: 'completed', by: ['clock'], when: 'from_end', refund: 'nothing' },
  // Until the tutor accepts, nobody has agreed to anything.
  {
    from: ['requested'],
    to: 'cancelled',
    by: ['student', 'tutor'],
    when: 'before_start',
    refund: 'everything',
  },
  {
    from: ['approved', 'active'],
    to: 'cancelled',
    by: ['student', 'tutor'],
    when: 'before_start',
    refund: 'policy',
  },
  // A moved place, canceled by a student who didn't know of the move.
  {
    from: ['approved', 'active'],
    to: 'cancelled',
    by: ['student'],
    when: 'begun_unseen',
    kind: 'place',
    refund: 'everything',
  },
  // The student's bank or an operator has given the payment back; a meeting that has begun by then is left
  // to settle.
  {
    from: ['requested', 'approved', 'active'],
    to: 'cancelled',
    by: ['payment', 'operator'],
    when: 'before_start',
    refund: 'nothing',
  },
]

/** The fields of a booking that decide how it can change. */
export type BookingFacts = {
  state: BookingState
  kind: BookingKind
  start: Temporal.Instant
  end: Temporal.Instant
  /** Until when its time is held without payment. */
  heldUntil: Temporal.Instant
  /** Until when the student can leave a moved place with a full refund; null if it wasn't moved. */
  leaveUntil: Temporal.Instant | null
}

/** The change into a state that this cause can make now, or null. */
export function findChange(
  booking: BookingFacts,
  to: BookingState,
  by: BookingCause,
  now: Temporal.Instant,
): BookingChange | null {
  const change = bookingChanges.find(
    one =>
      one.to === to &&
      one.from.includes(booking.state) &&
      one.by.includes(by) &&
      (one.kind ?? booking.kind) === booking.kind &&
      isMoment(one.when, booking, now),
  )
  return change ?? null
}

/** Whether this cause can change a booking into a state now. */
export function canTransition(
  booking: BookingFacts,
  to: BookingState,
  by: BookingCause,
  now: Temporal.Instant,
): boolean {
  return findChange(booking, to, by, now) !== null
}

/** Whether a booking in this state reserves its time. */
export function isLive(state: BookingState): boolean {
  return (liveStates as readonly BookingState[]).includes(state)
}

/** Whether the student of a booking in this state sees the tutor's email. */
export function areAcquainted(state: BookingState): boolean {
  return (acquaintedStates as readonly BookingState[]).includes(state)
}

export function isExpected(state: BookingState): boolean {
  return (expectedStates as readonly BookingState[]).includes(state)
}

/** Whether people can enter the meeting: from ten minutes before its start until its end. */
export function isOpen({ start, end }: Pick<BookingFacts, 'start' | 'end'>, now: Temporal.Instant): boolean {
  const opens = start.subtract({ minutes: opensMinutesBefore })
  return isReached(opens, now) && !isReached(end, now)
}

function isMoment(when: Moment, booking: BookingFacts, now: Temporal.Instant): boolean {
  if (when === 'any') return true
  if (when === 'while_open') return isOpen(booking, now)
  if (when === 'before_start') return !isReached(booking.start, now)
  if (when === 'begun_unseen') {
    const { start, leaveUntil } = booking
    return leaveUntil !== null && isReached(start, now) && !isReached(leaveUntil, now)
  }
  if (when === 'from_start') return isReached(booking.start, now)
  if (when === 'from_end') return isReached(booking.end, now)
  return isReached(booking.heldUntil, now)
}

function isReached(moment: Temporal.Instant, now: Temporal.Instant): boolean {
  return Temporal.Instant.compare(now, moment) >= 0
}
