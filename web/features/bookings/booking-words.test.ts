import { describe, expect, test } from 'vitest'
import type { Booking } from '#shared/api/bookings.ts'
import { bookingStates } from '#shared/domain/booking-states.ts'
import { refundText, studentWords, tutorWords } from './booking-words.ts'
import { endingText } from './ending-text.ts'
import { problemWords } from './problem-words.ts'

const booking: Booking = {
  id: '01a1fcc5-1da2-7dba-b08c-368989c5c490',
  topic: 'Lecture notes',
  date: '2026-11-23',
  starts_on: '2026-11-23T17:00:00Z',
  ends_on: '2026-11-23T18:30:00Z',
  status: 'requested',
  role: 'student',
  admin: 'grace@example.edu',
  admin_name: 'Grace Kim',
  admin_username: 'grace',
  admin_profile_image: null,
  admin_time_zone: null,
  admin_gone: false,
  joinee_name: 'Maya Ortiz',
  joinee_username: 'maya',
  joinee_profile_image: null,
  joinee_time_zone: null,
  other_joinee: [],
  thumb_url: null,
  booking_remarks: null,
  message: null,
  post_id: null,
  course_id: null,
  amount: '60.00',
  fee: '0.00',
  total: '60.00',
  money: null,
  dispute: null,
  refunded: null,
  refund_done: false,
  is_session: false,
  session_id: null,
  location: null,
  cancelled_by: null,
  held_until: null,
  checkout_url: null,
  moved_from: null,
  move_unseen: false,
  moved_unpaid: false,
  cancel_refund: null,
  refund_terms: '',
  problem_until: null,
  problem: null,
}

const money: Booking['money'] = {
  paid_on: '2026-11-20T17:00:00Z',
  where: 'back',
  ...{ free_on: null, sent_back_on: null, refund_failed: null, refund_settled: false },
}

const dispute: NonNullable<Booking['dispute']> = {
  ...{ state: 'lost', opened_on: '2026-11-21T17:00:00Z', amount: '60.00', answer_by: null },
}

describe('the words of a settled problem', () => {
  const problem: Booking['problem'] = {
    ...{ reason: null, details: null, date: '2026-11-23T19:00:00Z' },
    ...{ outcome: 'none', answer: 'Both of you were there.' },
  }
  const paid: Booking = { ...booking, status: 'completed', money: { ...money!, where: 'earned' }, problem }
  const words = (of: Partial<Booking>) =>
    (['student', 'tutor'] as const).map(role => problemWords({ ...paid, ...of, role })?.text)

  test('say without a refund that nothing changes hands', () => {
    expect(words({})).toEqual([
      'We looked into the problem you reported. You won’t get a refund.',
      'We looked into the problem Maya reported. There’s no refund. You keep what you earned.',
    ])
  })

  test('promise money that goes back in another way, and never say that it’s there', () => {
    expect(words({ money: { ...money!, where: 'back' } })).toEqual([
      'We looked into the problem you reported. You get your money back.',
      'We looked into the problem Maya reported. They get their money back.',
    ])
    const part = [
      'We looked into the problem you reported. You get part of your money back. There’s no further refund.',
      'We looked into the problem Maya reported. They get part of their money back. You keep the rest.',
    ]
    expect(words({ refunded: '5.00' })).toEqual(part)
    expect(words({ dispute })).toEqual(part)
  })
})

describe('the words of a booking', () => {
  test.each(bookingStates)('say to both sides that it is %s, each naming only the other person', status => {
    const toStudent = Object.values(studentWords({ ...booking, status })).join(' ')
    const toTutor = Object.values(tutorWords({ ...booking, status, role: 'tutor' })).join(' ')
    expect(toStudent).not.toContain('Maya')
    expect(toTutor).not.toContain('Grace')
  })

  test('say that a place in a group session is booked, not that a tutor accepted it', () => {
    const place: Booking = { ...booking, status: 'approved', is_session: true }
    expect(studentWords(place)).toEqual({ title: 'You have a place with Grace Kim', text: 'See you then.' })
    expect(studentWords({ ...place, status: 'completed' }).title).toBe('You met Grace Kim')
    expect(studentWords({ ...place, status: 'cancelled', cancelled_by: 'tutor', money })).toEqual({
      title: 'Grace Kim canceled',
      text: 'You don’t have a place anymore.',
    })
  })

  test('say to a tutor that a place is open again, not the time of their session', () => {
    const place: Booking = { ...booking, role: 'tutor', is_session: true, money }
    expect(tutorWords({ ...place, status: 'approved' }).title).toBe('Maya Ortiz has a place in your session')
    const cancelled: Booking = { ...place, status: 'cancelled', cancelled_by: 'student' }
    expect(tutorWords(cancelled)).toEqual({
      title: 'Maya Ortiz gave up a place',
      text: 'The place is open again.',
    })
    expect(tutorWords({ ...cancelled, cancelled_by: 'tutor' })).toEqual({
      title: 'You canceled this booking',
      text: 'Maya gets a full refund.',
    })
    expect(tutorWords({ ...cancelled, cancelled_by: null, dispute }).text).toContain(
      'The place is open again.',
    )
  })

  test('don’t say that a student gave up what their tutor took away while they paid', () => {
    const unpaid: Booking = { ...booking, status: 'cancelled', cancelled_by: 'tutor' }
    expect(studentWords(unpaid)).toEqual({ title: 'Grace Kim canceled', text: 'You weren’t charged.' })
    expect(studentWords({ ...unpaid, is_session: true })).toEqual({
      title: 'Grace Kim canceled or moved this date',
      text: 'You weren’t charged.',
    })
    expect(studentWords({ ...unpaid, is_session: true, moved_unpaid: true })).toEqual({
      title: 'Grace Kim moved this session',
      text: 'You weren’t charged. If it still works for you, choose it again on the session’s page.',
    })
    expect(studentWords({ ...unpaid, cancelled_by: 'student' }).title).toBe('You gave up this time')
    // Or that it is open again: its date may have been canceled, or have begun.
    const late: Booking = { ...booking, status: 'expired', money: { ...money!, where: 'back' } }
    for (const is_session of [true, false]) {
      expect(studentWords({ ...late, is_session })).toEqual({
        title: 'Your payment came too late',
        text: 'Your hold had ended by then, so nothing was booked.',
      })
    }
  })

  test('don’t offer another time of a tutor who has left', () => {
    const gone: Booking = { ...booking, admin_gone: true, money }
    for (const status of ['declined', 'cancelled'] as const) {
      expect(studentWords({ ...gone, status, cancelled_by: 'tutor' }).text).toBe(
        'You can’t book this tutor anymore.',
      )
    }
  })

  test('say of a booking that operators refunded that neither side canceled it', () => {
    const refunded: Booking = { ...booking, status: 'cancelled', money }
    expect(studentWords(refunded)).toEqual({
      title: 'This meeting is canceled',
      text: 'You get a full refund, so it won’t happen.',
    })
    expect(tutorWords({ ...refunded, role: 'tutor', is_session: true })).toEqual({
      title: 'Maya Ortiz lost their place',
      text: 'Maya gets a full refund. The place is open again.',
    })
    const owed: Booking = { ...refunded, refunded: '60.00' }
    expect(endingText(owed)).toBe('We canceled it. We’re refunding you $60.00.')
    const failed: Booking = { ...owed, money: { ...money!, refund_failed: '60.00' } }
    expect(endingText(failed)).toBe('We canceled it. We couldn’t refund $60.00 yet.')
  })

  test('distinguish a canceled paid booking from a released unpaid hold', () => {
    const cancelled: Booking = { ...booking, status: 'cancelled', cancelled_by: 'student' }
    expect(studentWords(cancelled).title).toBe('You gave up this time')
    expect(studentWords({ ...cancelled, money }).title).toBe('You canceled this booking')
    const byTutor: Booking = { ...cancelled, money, cancelled_by: 'tutor' }
    expect(studentWords(byTutor).title).toBe('Grace Kim canceled')
    expect(tutorWords(byTutor).title).toBe('You canceled this booking')
  })

  test('don’t say that anyone canceled a booking whose payment a bank took back', () => {
    const ended: Booking = { ...booking, status: 'cancelled', money, dispute }
    for (const words of [studentWords(ended), tutorWords({ ...ended, role: 'tutor' })]) {
      expect(words.title).toBe('This meeting is canceled')
    }
    expect(studentWords(ended).text).toContain('Your bank returned your payment')
    const place: Booking = { ...ended, is_session: true }
    expect(studentWords(place)).toEqual({
      title: 'You lost your place',
      text: 'Your bank returned your payment, so you don’t have a place anymore.',
    })
    expect(tutorWords({ ...place, role: 'tutor' }).title).toBe('Maya Ortiz lost their place')
  })

  test('promise a tutor nothing that a bank or a problem may still take', () => {
    const met: Booking = { ...booking, status: 'completed', role: 'tutor', money }
    expect(tutorWords(met).text).toContain('You earned $60.00')
    for (const state of ['open', 'lost'] as const) {
      expect(tutorWords({ ...met, dispute: { ...dispute, state } }).text).not.toContain('$60.00')
    }
    expect(tutorWords({ ...met, dispute: { ...dispute, state: 'won' } }).text).toContain('$60.00')
    expect(tutorWords({ ...met, refunded: '60.00' }).text).toContain('The student gets a full refund.')
  })

  test('say how far a refund has come', () => {
    expect(refundText(booking)).toBeNull()
    expect(refundText({ ...booking, refunded: '30.00' })).toBe('We’re refunding you $30.00')
    const failed = { ...booking, refunded: '30.00', money: { ...money!, refund_failed: '30.00' } }
    expect(refundText(failed)).toBe('We couldn’t refund $30.00 yet')
    expect(refundText({ ...failed, refunded: '45.00' })).toBe('We couldn’t refund $30.00 of $45.00 yet')
    const done: Booking = { ...booking, refunded: '30.00', refund_done: true, role: 'tutor' }
    expect(refundText(done)).toBe('We refunded Maya Ortiz $30.00')
  })
})
