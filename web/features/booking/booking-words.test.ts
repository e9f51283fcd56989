import { describe, expect, test } from 'vitest'
import type { Booking } from '#shared/api/bookings.ts'
import { bookingStates } from '#shared/domain/booking-states.ts'
import { refundText, studentWords, tutorWords } from './booking-words.ts'

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
  joinee_name: 'Maya Ortiz',
  joinee_username: 'maya',
  joinee_profile_image: null,
  joinee_time_zone: null,
  other_joinee: [],
  thumb_url: null,
  booking_remarks: null,
  message: null,
  post_id: null,
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
  cancel_refund: null,
  refund_terms: '',
  problem_until: null,
  problem: null,
}

const money: Booking['money'] = {
  paid_on: '2026-11-20T17:00:00Z',
  where: 'back',
  ...{ free_on: null, sent_back_on: null, refund_failed: false, refund_settled: false },
}

describe('the words of a booking', () => {
  test.each(bookingStates)('say to both sides that it is %s, each naming nobody but the other', status => {
    const toStudent = Object.values(studentWords({ ...booking, status })).join(' ')
    const toTutor = Object.values(tutorWords({ ...booking, status, role: 'tutor' })).join(' ')
    expect(toStudent).not.toContain('Maya')
    expect(toTutor).not.toContain('Grace')
  })

  test('say of a place in a group session that it is had, not that a tutor accepted', () => {
    const place: Booking = { ...booking, status: 'approved', is_session: true }
    expect(studentWords(place)).toEqual({ title: 'You have a place with Grace Kim', text: 'See you then.' })
    expect(studentWords({ ...place, status: 'completed' }).title).toBe('You met Grace Kim')
  })

  test('tell a paid booking that was cancelled from a time that was let go unpaid', () => {
    const cancelled: Booking = { ...booking, status: 'cancelled', cancelled_by: 'student' }
    expect(studentWords(cancelled).title).toBe('You released this time')
    expect(studentWords({ ...cancelled, money }).title).toBe('You cancelled this booking')
    const byTutor: Booking = { ...cancelled, money, cancelled_by: 'tutor' }
    expect(studentWords(byTutor).title).toBe('Grace Kim cancelled')
    expect(tutorWords(byTutor).title).toBe('You cancelled this booking')
  })

  test('say of one whose payment a bank took back that nobody cancelled it', () => {
    const dispute: Booking['dispute'] = { state: 'lost', opened_on: '2026-11-21T17:00:00Z', answer_by: null }
    const ended: Booking = { ...booking, status: 'cancelled', money, dispute }
    for (const words of [studentWords(ended), tutorWords({ ...ended, role: 'tutor' })]) {
      expect(words.title).toBe('This session is cancelled')
    }
    expect(studentWords(ended).text).toContain('Your bank gave you back what you paid')
  })

  test('promise a tutor nothing that a bank or a problem may still take', () => {
    const met: Booking = { ...booking, status: 'completed', role: 'tutor', money }
    expect(tutorWords(met).text).toContain('$60.00 are for you')
    const dispute = { opened_on: '2026-11-21T17:00:00Z', answer_by: null }
    for (const state of ['open', 'lost'] as const) {
      expect(tutorWords({ ...met, dispute: { ...dispute, state } }).text).not.toContain('$60.00')
    }
    expect(tutorWords({ ...met, dispute: { ...dispute, state: 'won' } }).text).toContain('$60.00')
  })

  test('say of money that comes back how far it is', () => {
    expect(refundText(booking)).toBeNull()
    expect(refundText({ ...booking, refunded: '30.00' })).toBe('$30.00 is on its way back to you')
    const failed = { ...booking, refunded: '30.00', money: { ...money!, refund_failed: true } }
    expect(refundText(failed)).toBe('$30.00 couldn’t be given back yet')
    const done: Booking = { ...booking, refunded: '30.00', refund_done: true, role: 'tutor' }
    expect(refundText(done)).toBe('$30.00 came back to Maya Ortiz')
  })
})
