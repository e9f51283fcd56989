import { useEffect } from 'react'
import { bookings } from '#shared/api/bookings.ts'
import { call } from '#web/lib/api.ts'
import { logFailure } from '#web/lib/log-failure.ts'

type Place = { bookingId: string | null; startsOn: string; location: string | null; unseen: boolean }

/** Says that the page shows the time and location to which the person's place moved; a failure leaves them more time to give it up. */
export function useSeeMove({ bookingId, startsOn, location, unseen }: Place): void {
  useEffect(() => {
    if (!unseen || bookingId === null) return
    const body = { bookingId, starts_on: startsOn, location }
    call(bookings.seeMove, { body }).catch(error => logFailure('Failed to note the move', error))
  }, [bookingId, startsOn, location, unseen])
}
