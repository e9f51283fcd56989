import { sql } from 'kysely'

/** Whether a booking's tutor sees it and hears of it: it was paid, while its time was still held. */
export const knownToTutor = sql<boolean>`exists (
  select from payments where booking_id = bookings.id and payments.state = 'paid'
    and not exists (select from refunds where payment_id = payments.id and reason = 'late'))`
