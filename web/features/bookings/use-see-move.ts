import { useEffect } from 'react'
import { bookings } from '#shared/api/bookings.ts'
import { call } from '#web/lib/api.ts'
import { logFailure } from '#web/lib/log-failure.ts'
import { useVisible } from '#web/lib/use-visible.ts'

type Place = { bookingId: string | null; startsOn: string; location: string | null; unseen: boolean }

/**
 * Says that the page shows the time and location to which the person's place moved. A failure leaves them more
 * time to give it up, and so does a hidden tab, which fetches changes that nobody looks at.
 */
export function useSeeMove({ bookingId, startsOn, location, unseen }: Place): void {
  const visible = useVisible()
  useEffect(() => {
    if (!visible || !unseen || bookingId === null) return
    const body = { bookingId, starts_on: startsOn, location }
    call(bookings.seeMove, { body }).catch(error => logFailure('Failed to note the move', error))
  }, [visible, bookingId, startsOn, location, unseen])
}
