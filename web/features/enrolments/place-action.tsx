import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { Occurrence, Session } from '#shared/api/sessions.ts'
import { dollarsText } from '#web/features/bookings/dollars-text.ts'
import { JoinButton } from '#web/features/bookings/join-button.tsx'
import { shortDayText } from '#web/lib/zoned-time.ts'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { lazyDialog } from '#web/ui/lazy-dialog.tsx'
import { usePlaceCheckout } from './use-place-checkout.ts'
import { shortDollars } from './words.ts'

const PayDialog = lazyDialog(async () => (await import('./pay-dialog.tsx')).PayDialog)

type Props = { session: Session; occurrence: Occurrence; zone: string }

/** The one thing that the viewer can do now with an occurrence: pay, continue paying, enter, or nothing. */
export function PlaceAction(props: Props) {
  const { session, occurrence, zone } = props
  const [summary, setSummary] = useState<'none' | 'open' | 'closed'>('none')
  return (
    <>
      <Act {...props} onPay={() => setSummary('open')} />
      {summary !== 'none' && (
        <PayDialog
          session={session}
          occurrence={occurrence}
          zone={zone}
          open={summary === 'open'}
          onClose={() => setSummary('closed')}
        />
      )}
    </>
  )
}

function Act({ session, occurrence, zone, onPay }: Props & { onPay: () => void }) {
  const { action, starts_at } = occurrence
  if (action === 'join' || action === 'start') {
    const label = action === 'start' ? 'Start Now' : 'Join Now'
    return (
      <JoinButton
        booking={{ id: occurrence.id, topic: session.title }}
        join={{ label, disabled: false, dimmed: false }}
      />
    )
  }
  const day = <span className="sr-only"> {shortDayText(starts_at, zone)}</span>
  if (action === 'resume') return <Resume session={session} occurrence={occurrence} zone={zone} />
  if (action === 'full') {
    return (
      <Button size="sm" disabled>
        Full{day}
      </Button>
    )
  }
  if (action !== 'pay' || session.total === null) return null
  return (
    <Button variant="primary" size="sm" aria-haspopup="dialog" onClick={onPay}>
      Pay {shortDollars(dollarsText(session.total))} to join{day}
    </Button>
  )
}

/** Goes back to the Checkout of a held place. */
function Resume(place: Props) {
  const { proceed, processing } = usePlaceCheckout(place)
  const { starts_at, booking_id } = place.occurrence
  const day = <span className="sr-only"> {shortDayText(starts_at, place.zone)}</span>
  return (
    <div className="ml-auto flex flex-wrap items-center justify-end gap-2">
      {booking_id && (
        <Link
          to="/booking/$id"
          params={{ id: booking_id }}
          className={buttonClass({ variant: 'quiet', size: 'sm' })}
        >
          Give up this place{day}
        </Link>
      )}
      <Button variant="primary" size="sm" pending={processing} onClick={() => proceed(undefined)}>
        {processing ? 'Processing' : 'Continue to payment'}
        {day}
      </Button>
    </div>
  )
}
