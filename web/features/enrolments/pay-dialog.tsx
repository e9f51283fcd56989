import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { Occurrence, Session } from '#shared/api/sessions.ts'
import { dollarsText, hasFee } from '#web/features/bookings/dollars-text.ts'
import { Line, TotalLine, ZonedTimes } from '#web/features/bookings/order-lines.tsx'
import { PaymentTerms } from '#web/features/bookings/payment-terms.tsx'
import { rateOf } from '#web/features/people/person-facts.ts'
import { lengthText, whenForOwner } from '#web/features/sessions/words.ts'
import { problemText } from '#web/lib/problem-text.ts'
import { dayText } from '#web/lib/zoned-time.ts'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { cx } from '#web/ui/cx.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { FailureText } from '#web/ui/failure-text.tsx'
import { usePlaceCheckout } from './use-place-checkout.ts'

/** The price and terms of a place in one occurrence; then the Checkout. */
export function PayDialog({
  session,
  occurrence,
  zone,
  open,
  onClose,
}: {
  session: Session
  occurrence: Occurrence
  zone: string
  open: boolean
  onClose: () => void
}) {
  const { total } = session
  const { proceed, processing, error, forget } = usePlaceCheckout({ session, occurrence, zone })
  // A new total needs a new agreement to the terms.
  const [agreedTo, setAgreedTo] = useState<string | null>(null)
  const agreed = total !== null && agreedTo === total
  const changed = agreedTo !== null && total !== null && !agreed
  const gone = occurrence.action !== 'pay' && occurrence.action !== 'resume' && !processing
  const pay = () => total !== null && proceed(total)
  return (
    <Dialog
      open={open}
      onClose={() => !processing && onClose()}
      title="Order Summary"
      footer={
        <>
          <FailureText className="w-full">
            {error
              ? problemText(error)
              : changed
                ? `The price has changed from ${dollarsText(agreedTo)} to ${dollarsText(total)}. Agree again to continue.`
                : gone && goneText(occurrence)}
          </FailureText>
          {error && occurrence.action === 'resume' && occurrence.booking_id && (
            <Link
              to="/booking/$id"
              params={{ id: occurrence.booking_id }}
              className={cx(buttonClass(), 'mr-auto')}
            >
              Pay or give it up
            </Link>
          )}
          <Button variant="quiet" onClick={onClose} disabled={processing}>
            Not now
          </Button>
          <Button
            variant="primary"
            onClick={pay}
            pending={processing}
            disabled={!agreed || gone}
            aria-describedby={agreed ? undefined : 'why-not-yet'}
          >
            {processing ? 'Processing…' : 'Proceed to Checkout'}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-5">
        <PlaceLines session={session} occurrence={occurrence} zone={zone} />
        <PaymentTerms
          held="You pay now, and we hold the money until the meeting is over."
          minutes={session.minutes}
          refunds={`${session.refund_terms} If the time or location changes, or the session is canceled, you can get a full refund.`}
        />
        {total !== null && (
          <Checkbox
            checked={agreed}
            disabled={processing || gone}
            onChange={event => {
              forget()
              setAgreedTo(event.target.checked ? total : null)
            }}
          >
            I agree to the{' '}
            <a
              href="/terms"
              target="_blank"
              rel="noopener"
              className="font-medium text-accent underline underline-offset-2"
            >
              terms and conditions
            </a>{' '}
            and to pay {dollarsText(total)}.
          </Checkbox>
        )}
        {!agreed && (
          <p id="why-not-yet" className="-mt-3 text-12 text-ink-faint">
            Agree to the terms to continue.
          </p>
        )}
      </div>
    </Dialog>
  )
}

/** The parts of a place's price, adding up to its total. */
function PlaceLines({
  session,
  occurrence: { starts_at, ends_at },
  zone,
}: {
  session: Session
  occurrence: Occurrence
  zone: string
}) {
  const { title, admin_profile: owner, rate, price, fee, total, minutes, location } = session
  const forOwner = whenForOwner(session, { starts_at, ends_at }, zone)
  return (
    <dl className="text-14">
      <Line term="Session">
        <span dir="auto">{title}</span>
      </Line>
      <Line term="Tutor">
        <bdi>{owner.name}</bdi>
      </Line>
      <Line term="Date">
        <time dateTime={starts_at}>{dayText(starts_at, zone)}</time>
      </Line>
      <Line term="Time">
        <ZonedTimes start={starts_at} end={ends_at} zone={zone} />
        {forOwner && <span className="block text-12 text-ink-faint">{forOwner}</span>}
      </Line>
      {location !== null && (
        <Line term="Location">
          <span dir="auto">{location}</span>
        </Line>
      )}
      {rate !== null && price !== null && (
        <Line term="Price">
          {rateOf(rate)} × {lengthText(minutes)} = {dollarsText(price)}
        </Line>
      )}
      {fee !== null && hasFee({ fee }) && <Line term="Platform fee">{dollarsText(fee)}</Line>}
      {total !== null && <TotalLine term="Total amount" amount={dollarsText(total)} />}
    </dl>
  )
}

function goneText({ action, booking_id }: Occurrence): string {
  if (action === 'full') return 'This session just filled up.'
  return booking_id ? 'You already have a place.' : 'You can’t pay for this time anymore.'
}
