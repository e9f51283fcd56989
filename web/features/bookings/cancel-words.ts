import type { Booking } from '#shared/api/bookings.ts'

/** What canceling is called from its button to its end: a student gives up a place in a session, which takes place anyway. */
export function cancelWords({ is_session, role }: Booking) {
  return is_session && role === 'student'
    ? { button: 'Give up your place', question: 'Give up your place?', done: 'You gave up your place.' }
    : { button: 'Cancel booking', question: 'Cancel this booking?', done: 'You canceled the booking.' }
}
