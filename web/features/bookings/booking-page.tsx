import { useSuspenseQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Printer, ReceiptText } from 'lucide-react'
import { useEffect, useState } from 'react'
import type { Booking } from '#shared/api/bookings.ts'
import { tookPlaceTerms } from '#shared/domain/took-place.ts'
import type { Failure } from '#web/lib/failure-of.ts'
import { isMissing } from '#web/lib/problem-error.ts'
import { useViewerZone } from '#web/lib/viewer-zone.ts'
import { shortDayText } from '#web/lib/zoned-time.ts'
import { buttonClass } from '#web/ui/button.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { Lamp } from '#web/ui/lamp.tsx'
import { LoadFailed } from '#web/ui/load-failed.tsx'
import { Loaded } from '#web/ui/loaded.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import { EmptyState } from '#web/ui/states.tsx'
import { BookingActions } from './booking-actions.tsx'
import { BookingLines } from './booking-lines.tsx'
import { refundText, studentWords, tutorWords } from './booking-words.ts'
import { DisputeNote } from './dispute-note.tsx'
import { MoneyTrack } from './money-track.tsx'
import { movedText } from './moved-text.ts'
import { ZonedTimes } from './order-lines.tsx'
import { ProblemNote } from './problem-note.tsx'
import { bookingQuery } from './queries.ts'
import { StateBadge } from './state-badge.tsx'
import { useMoment } from './use-moment.ts'
import { useSeeMove } from './use-see-move.ts'

/**
 * A booking on its own page, to which Checkout returns. `paid`: the return address said so; only the server
 * knows.
 */
export function BookingPage(props: { id: string; paid: boolean }) {
  return (
    <Loaded waiting={<BookingSkeleton />} failed={BookingFailed}>
      <OneBooking {...props} />
    </Loaded>
  )
}

function OneBooking({ id, paid }: { id: string; paid: boolean }) {
  const zone = useViewerZone()
  const expected = useSoon(paid)
  const { data: booking, error } = useSuspenseQuery({
    ...bookingQuery(id, zone),
    refetchInterval: query => refetchIntervalOf(query.state.data, expected),
  })
  if (isMissing(error)) return <BookingGone />
  return <Shown booking={booking} zone={zone} paid={paid} expected={expected} />
}

function BookingFailed(failure: Failure) {
  if (isMissing(failure.error)) return <BookingGone />
  return (
    <>
      <h1 className="sr-only">Booking</h1>
      <LoadFailed title="The booking didn’t load" {...failure} />
    </>
  )
}

/**
 * How long a state stays fresh, in milliseconds. `expected`: we hear of the payment now; the other person answers in
 * their own time.
 */
function refetchIntervalOf(booking: Booking | undefined, expected: boolean): number | false {
  if (booking?.status === 'held') return expected ? 1_500 : 10_000
  if (booking?.status === 'requested') return 10_000
  return booking?.status === 'approved' || booking?.status === 'active' ? 30_000 : false
}

function Shown({
  booking,
  zone,
  paid,
  expected,
}: {
  booking: Booking
  zone: string
  paid: boolean
  expected: boolean
}) {
  const now = useMoment([booking], zone)
  // Only Checkout leads here with `paid`, so there is nothing to pay or to give up.
  const unheard = paid && booking.status === 'held'
  const asking = unheard && expected
  useSeeMove({
    bookingId: booking.id,
    startsOn: booking.starts_on,
    location: booking.location,
    unseen: booking.move_unseen,
  })
  const { title, text } = asking
    ? { title: 'Checking your payment…', text: 'This takes a moment. You can wait here or come back later.' }
    : unheard
      ? unheardWords
      : booking.role === 'student'
        ? studentWords(booking)
        : tutorWords(booking)
  const refund = refundText(booking)
  const moved = movedText(booking, zone)
  return (
    <article className="mx-auto max-w-[44rem]">
      <p className="mb-6 hidden border-b border-line pb-3 font-serif text-22 font-semibold print:block">
        Ignite
      </p>
      <header className="flex flex-col items-start gap-3" aria-live="polite">
        <StateBadge booking={booking} now={now} zone={zone} />
        <h1 tabIndex={-1} className="flex items-center gap-3 text-28 wrap-anywhere outline-none sm:text-40">
          {asking && <Spinner className="size-6" />}
          {title}
        </h1>
        <When booking={booking} zone={zone} />
        {moved && <p className="max-w-prose rounded-10 bg-caution-wash px-4 py-3 text-14">{moved}</p>}
        <p className="max-w-prose text-ink-soft">{text}</p>
        {refund && <p className="font-medium">{refund}.</p>}
      </header>
      {!unheard && (
        <div className="mt-6" data-print="hidden">
          <BookingActions booking={booking} now={now} zone={zone} />
        </div>
      )}
      <ProblemNote booking={booking} />
      <DisputeNote booking={booking} zone={zone} />
      <MoneyTrack booking={booking} zone={zone} />
      <section
        aria-labelledby="order-summary"
        className="mt-8 rounded-16 border border-line bg-sheet px-5 py-4 sm:px-6 print:border-0 print:bg-transparent print:px-0"
      >
        <div className="flex flex-wrap items-center justify-between gap-x-4 border-b border-line pb-2">
          <h2 id="order-summary" className="text-18">
            Order Summary
          </h2>
          <span data-print="hidden" className="-mr-2 flex flex-wrap items-center gap-1">
            {booking.money !== null && (
              <Link
                to="/receipt/$id"
                params={{ id: booking.id }}
                className={buttonClass({ variant: 'quiet', size: 'sm' })}
              >
                <ReceiptText aria-hidden="true" className="size-4.5" />
                Receipt
              </Link>
            )}
            <IconButton label="Print" onClick={() => print()}>
              <Printer aria-hidden="true" className="size-5" />
            </IconButton>
          </span>
        </div>
        <BookingLines booking={booking} zone={zone} />
      </section>
      <div className="mt-4 flex max-w-prose flex-col gap-2 text-14 text-ink-soft">
        <p>{tookPlaceTerms(lengthMinutes(booking), booking.role)}</p>
        <p>{booking.refund_terms}</p>
      </div>
      <p className="mt-2 text-12 text-ink-faint">
        Booking <span className="figures">{booking.id}</span>
      </p>
    </article>
  )
}

/** The first thing that people look for; printed, it stands in the order summary alone. */
function When({ booking: { starts_on, ends_on }, zone }: { booking: Booking; zone: string }) {
  return (
    <p className="text-18" data-print="hidden">
      <time dateTime={starts_on}>
        {shortDayText(starts_on, zone)}, <ZonedTimes start={starts_on} end={ends_on} zone={zone} />
      </time>
    </p>
  )
}

function lengthMinutes({ starts_on, ends_on }: Booking): number {
  return (Date.parse(ends_on) - Date.parse(starts_on)) / 60_000
}

/** Once the provider hasn't said for a while whether a booking is paid. */
const unheardWords = {
  title: 'We haven’t heard of your payment yet',
  text: 'If you paid, there’s nothing you need to do. This page changes as soon as we hear of it. If the time is lost by then, we’ll refund you in full.',
}

/** Whether the page expects to hear of the payment in a moment; not forever. */
function useSoon(paid: boolean): boolean {
  const [soon, setSoon] = useState(true)
  useEffect(() => {
    if (!paid) return
    const timer = setTimeout(() => setSoon(false), 20_000)
    return () => clearTimeout(timer)
  }, [paid])
  return paid && soon
}

function BookingGone() {
  return (
    <>
      <h1 className="sr-only">Booking not found</h1>
      <EmptyState
        picture={<Lamp lit={false} className="h-28" />}
        title="We couldn’t find that booking"
        action={
          <Link to="/meeting" className={buttonClass({ variant: 'primary' })}>
            All meetings
          </Link>
        }
      >
        It may belong to someone else, or the link may be incomplete. Check which account you’re signed in
        with.
      </EmptyState>
    </>
  )
}

/** The shape of a booking's page while it loads. */
export function BookingSkeleton() {
  return (
    <div role="status" aria-label="Loading the booking" className="mx-auto max-w-[44rem]">
      <Skeleton className="h-6 w-28" />
      <Skeleton className="mt-3 h-11 w-4/5" />
      <Skeleton className="mt-4 h-6 w-3/5" />
      <Skeleton className="mt-4 h-5 w-full" />
      <Skeleton className="mt-6 h-12 w-56 rounded-10" />
      <Skeleton className="mt-8 h-96 rounded-16" />
    </div>
  )
}
