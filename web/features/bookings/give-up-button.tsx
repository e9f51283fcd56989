import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type Booking, bookings } from '#shared/api/bookings.ts'
import { call } from '#web/lib/api.ts'
import { problemText } from '#web/lib/problem-text.ts'
import { Button } from '#web/ui/button.tsx'
import { toast } from '#web/ui/toast.ts'
import { refreshBookings } from './refresh-bookings.ts'

/** Gives up a time that isn't paid yet, so that others can book it. */
export function GiveUpButton({ booking }: { booking: Booking }) {
  const queryClient = useQueryClient()
  const giveUp = useMutation({
    mutationKey: [bookings.cancel.path, booking.id],
    mutationFn: () => call(bookings.cancel, { body: { bookingId: booking.id, unpaid: true } }),
    onSuccess: () =>
      toast.success(`You gave up this ${booking.is_session ? 'place' : 'time'}. You weren’t charged.`),
    onError: error => toast.error(problemText(error)),
    onSettled: () => refreshBookings(queryClient),
  })
  return (
    <Button variant="quiet" size="sm" pending={giveUp.isPending} onClick={() => giveUp.mutate()}>
      Give up this {booking.is_session ? 'place' : 'time'}
    </Button>
  )
}
