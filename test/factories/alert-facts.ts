import type { FactsOf, KindName } from '#server/product/alert-kinds.ts'

type Ids = { other: string; booking: string; session: string; post: string; conversation: string }

const at = '2026-11-23T17:00:00.000Z'
const end = '2026-11-23T18:00:00.000Z'

/** Facts of every kind of alert. What people typed is `text` everywhere. */
export function factsOfEachKind(ids: Ids, text = 'Heaps & trees'): { [K in KindName]: FactsOf<K> } {
  const booking = {
    booking_id: ids.booking,
    other_id: ids.other,
    teaching: false,
    place: false,
    starts_on: at,
    amount: '31.00',
    refund: '$31.00',
    earning: null,
    available_on: null,
    upcoming: false,
    part: false,
    taken: true,
    cancelled: false,
  }
  const taught = { ...booking, teaching: true, refund: null, earning: '$30.00', available_on: end }
  const session = {
    session_id: ids.session,
    owner_id: ids.other,
    times: [{ from: { start: at, end }, to: null }],
    more: 0,
    added: [],
    more_added: 0,
    refund: '$31.00',
    earning: null,
    occurrence_id: null,
    goes_on: false,
    paid: false,
    hold_ended: false,
    pay_again: false,
    moved_to: null,
  }
  const moved = {
    ...session,
    paid: true,
    moved_to: 'on_site' as const,
    times: [{ from: { start: at, end }, to: { start: end, end: at } }],
  }
  const enrolment = { session_id: ids.session, other_id: ids.other, others: 2 }
  const problem = {
    booking_id: ids.booking,
    other_id: ids.other,
    teaching: true,
    refund: '$10.00',
    taken: '$9.00',
    answer: text,
  }
  const decision = { post_id: ids.post, post_title: text, reason: text }
  const account = { post_id: null, post_title: null, reason: text }
  const reminder = {
    booking_id: ids.booking,
    session_id: null,
    starts_on: at,
    other_id: ids.other,
  }
  const message = { conversation_id: ids.conversation, other_id: ids.other, message_id: '1', count: 1 }
  return {
    booking_requested: { ...taught, earning: null, available_on: null },
    booking_paid: booking,
    booking_approved: booking,
    booking_declined: booking,
    booking_cancelled: booking,
    booking_lapsed: booking,
    booking_missed: booking,
    booking_paid_late: booking,
    booking_earned: taught,
    booking_refunded: booking,
    booking_refund_failed: booking,
    booking_disputed: taught,
    booking_dispute_won: taught,
    booking_dispute_lost: taught,
    session_moved: moved,
    session_priced: { ...session, times: [], refund: null },
    session_cancelled: session,
    session_planned_again: {
      ...session,
      pay_again: true,
      refund: null,
      times: [{ from: { start: at, end }, to: { start: at, end } }],
    },
    session_clash: { ...session, refund: null },
    session_earned: { ...session, refund: null, earning: '$90.00' },
    session_invited: { ...enrolment, others: 0 },
    invitation_accepted: { ...enrolment, others: 0 },
    session_enrolled: enrolment,
    place_paid: enrolment,
    meeting_tomorrow: reminder,
    meeting_soon: { ...reminder, booking_id: null, session_id: ids.session, other_id: null },
    problem_reported: problem,
    problem_settled: problem,
    problem_paid_otherwise: { ...problem, teaching: false, taken: null },
    problem_refunded: { ...problem, teaching: false },
    payout_paid: { amount: '$120.00' },
    payout_failed: { amount: '$120.00', reason: 'The account is closed.' },
    payouts_ready: {},
    payouts_stopped: { closed: false, checking: false, due: ['A document that shows who you are'] },
    follow: { other_id: ids.other },
    message,
    message_request: message,
    post_hidden: decision,
    post_shown: decision,
    post_removed: decision,
    account_suspended: account,
    account_reinstated: account,
    report_closed: { of: 'post', upheld: true },
    export_ready: { days: 7 },
    document_indexed: { post_id: ids.post },
  }
}
