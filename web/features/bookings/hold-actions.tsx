import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { type Booking, bookings } from '#shared/api/bookings.ts'
import { call } from '#web/lib/api.ts'
import { presentMs } from '#web/lib/present-moment.ts'
import { problemText } from '#web/lib/problem-text.ts'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { toast } from '#web/ui/toast.ts'
import { checkoutAddress } from './checkout-address.ts'
import { dollarsText } from './dollars-text.ts'
import { refreshBookings } from './refresh-bookings.ts'
import { askedOf } from './subject.ts'
import { useCheckout } from './use-checkout.ts'

/** What a student can do with a held time: pay while it lasts, or release it. */
export function HoldActions({ booking, zone }: { booking: Booking; zone: string }) {
  const queryClient = useQueryClient()
  const { proceed, processing } = useCheckout(zone)
  const left = useSecondsUntil(booking.held_until)
  const over = left <= 0
  const release = useMutation({
    mutationFn: () => call(bookings.cancel, { body: { bookingId: booking.id, unpaid: true } }),
    // If it was paid by now, these buttons are gone in a moment.
    onError: error => toast.error(problemText(error)),
    onSettled: () => refreshBookings(queryClient),
  })
  // The server ends the hold within a minute; a person who watches needn't wait for that.
  const settle = useMutation({
    mutationFn: () => call(bookings.settle),
    onSettled: () => refreshBookings(queryClient),
  })
  const settleNow = settle.mutate
  useEffect(() => {
    if (over) settleNow()
  }, [over, settleNow])

  const thing = booking.is_session ? 'place' : 'time'
  const address = checkoutAddress(booking.checkout_url, location.origin)
  return (
    <div className="flex flex-col gap-4">
      <p role="status" className={over ? 'text-ink-soft' : 'sr-only'}>
        {over ? 'Your hold expired.' : warning(left, thing)}
      </p>
      {!over && (
        <>
          <p>
            Held for you for{' '}
            <span
              role="timer"
              aria-label={spoken(left)}
              className="figures rounded-6 bg-lamp-wash px-2 py-1 text-lamp-ink"
            >
              {clock(left)}
            </span>
          </p>
          <div className="flex flex-wrap gap-2">
            {address ? (
              <a href={address} className={buttonClass({ variant: 'primary', size: 'lg' })}>
                Pay now
                <span className="font-normal">{dollarsText(booking.total)}</span>
              </a>
            ) : booking.session_id ? (
              <Link
                to="/sessions/$id"
                params={{ id: booking.session_id }}
                className={buttonClass({ variant: 'primary', size: 'lg' })}
              >
                Pay on the session’s page
              </Link>
            ) : (
              <Button
                variant="primary"
                size="lg"
                pending={processing}
                onClick={() =>
                  proceed({
                    asked: askedOf(booking),
                    run: { start: booking.starts_on, end: booking.ends_on },
                    message: booking.message ?? '',
                  })
                }
              >
                {processing ? 'Processing…' : 'Pay now'}
              </Button>
            )}
            <Button size="lg" pending={release.isPending} onClick={() => release.mutate()}>
              Give up this {thing}
            </Button>
          </div>
        </>
      )}
    </div>
  )
}

/** Whole seconds until a moment, updated each second. */
function useSecondsUntil(moment: string | null): number {
  const until = moment === null ? 0 : Date.parse(moment)
  const [now, setNow] = useState(presentMs)
  useEffect(() => {
    const timer = setInterval(() => setNow(presentMs()), 1000)
    return () => clearInterval(timer)
  }, [])
  return Math.max(0, Math.ceil((until - now) / 1000))
}

function clock(seconds: number): string {
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
}

/** Without the seconds: a screen reader would announce each of them. */
function spoken(seconds: number): string {
  const minutes = Math.ceil(seconds / 60)
  return minutes === 1 ? 'less than a minute' : `${minutes} minutes`
}

/** What a screen reader hears while there is still time to pay. */
function warning(seconds: number, thing: string): string {
  const left = seconds <= 60 ? 'a minute' : seconds <= 300 ? '5 minutes' : null
  return left ? `We’ll release your ${thing} in less than ${left} unless you pay.` : ''
}
