import { useQuery } from '@tanstack/react-query'
import { CircleCheck, CircleX } from 'lucide-react'
import { useEffect, useEffectEvent, useRef } from 'react'
import type { Booking } from '#shared/api/bookings.ts'
import { stateName } from '#shared/domain/booking-card.ts'
import { PersonLink } from '#web/features/people/person-link.tsx'
import { PersonName } from '#web/features/people/person-name.tsx'
import { failureOf } from '#web/lib/failure-of.ts'
import { mayHaveHappened } from '#web/lib/problem-error.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { LoadFailed } from '#web/ui/load-failed.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { toast } from '#web/ui/toast.ts'
import { AnswerButtons, AnswerFields, AnswerProblem, useAnswer } from './answer.tsx'
import { BookingTerms } from './booking-terms.tsx'
import { bookingQuery } from './queries.ts'

/** How long an outcome shows before the lists refresh. */
const outcomeMs = 1_500

type RequestDialogProps = {
  bookingId: string
  /** The list's data, shown until the request is fetched. */
  known: Booking | undefined
  zone: string
  open: boolean
  onClose: () => void
  /** After an answer was sent and shown. */
  onDecided: () => void
  finalFocus: () => HTMLElement | null
}

/** A request to the viewer, with buttons to accept or decline it. */
export function RequestDialog(props: RequestDialogProps) {
  const { bookingId, known, zone, open, onClose, onDecided, finalFocus } = props
  const query = useQuery({ ...bookingQuery(bookingId, zone), placeholderData: known })
  const booking = query.data
  const answer = useAnswer(bookingId)
  const { decide } = answer
  const outcome = decide.data?.booking.status
  const finish = () => {
    // The focus that leaves this dialog cuts short what a screen reader says of the outcome.
    if (booking)
      toast.success(
        `You ${outcome === 'approved' ? 'accepted' : 'declined'} ${booking.joinee_name}’s request.`,
      )
    onDecided()
  }
  const onShown = useEffectEvent(finish)
  useEffect(() => {
    if (!outcome) return
    const timer = setTimeout(() => onShown(), outcomeMs)
    return () => clearTimeout(timer)
  }, [outcome])

  const answerable = booking?.status === 'requested' && booking.role === 'tutor'
  const close = () => {
    if (outcome) finish()
    // The pending answer shows here.
    else if (!decide.isPending) onClose()
  }
  return (
    <Dialog
      hasAddress
      open={open}
      onClose={close}
      finalFocus={finalFocus}
      title="Meeting request"
      footer={
        !outcome &&
        answerable && (
          <>
            <AnswerProblem answer={answer} />
            <AnswerButtons answer={answer} />
          </>
        )
      }
    >
      {booking === undefined ? (
        query.error ? (
          <LoadFailed {...failureOf(query)} />
        ) : (
          <RequestSkeleton />
        )
      ) : outcome ? (
        <Outcome approved={outcome === 'approved'} booking={booking} />
      ) : (
        <div className="flex flex-col gap-4">
          <Joinee booking={booking} />
          <BookingTerms booking={booking} zone={zone} />
          {answerable ? (
            <AnswerFields answer={answer} name={booking.joinee_name} />
          ) : (
            <>
              <p className="text-14 text-ink-soft">
                This request isn’t pending anymore. Its status is now{' '}
                <strong>{stateName(booking.status)}</strong>.
              </p>
              {/* An answer that went through, though nobody heard, has no problem. */}
              {!(decide.error && mayHaveHappened(decide.error)) && <AnswerProblem answer={answer} />}
            </>
          )}
        </div>
      )}
    </Dialog>
  )
}

function Joinee({ booking }: { booking: Booking }) {
  const message = booking.message?.trim()
  return (
    <div className="flex gap-3">
      <Avatar name={booking.joinee_name} image={booking.joinee_profile_image} className="size-10! text-14" />
      <div className="min-w-0 flex-1">
        <p className="font-medium">
          <PersonLink username={booking.joinee_username} className="hover:underline">
            <PersonName name={booking.joinee_name} />
          </PersonLink>
        </p>
        <p className="truncate text-14 text-ink-faint">@{booking.joinee_username}</p>
        {message ? (
          <blockquote className="mt-1 text-ink-soft wrap-anywhere whitespace-pre-line" dir="auto">
            {message}
          </blockquote>
        ) : (
          <p className="text-14 text-ink-faint">No Message</p>
        )}
      </div>
    </div>
  )
}

function Outcome({ approved, booking }: { approved: boolean; booking: Booking }) {
  const box = useRef<HTMLDivElement>(null)
  // The buttons that had the focus are gone.
  useEffect(() => box.current?.focus(), [])
  const Icon = approved ? CircleCheck : CircleX
  return (
    <div
      ref={box}
      tabIndex={-1}
      role="status"
      className="flex animate-rise flex-col items-center py-8 text-center"
    >
      <Icon aria-hidden="true" className={`size-12 ${approved ? 'text-positive' : 'text-ink-faint'}`} />
      <p className="mt-3 font-serif text-22 font-semibold">{approved ? 'Approved' : 'Declined'}</p>
      <p className="mt-1 text-14 text-ink-soft">
        {approved
          ? `We let ${booking.joinee_name} know. See you then.`
          : `We let ${booking.joinee_name} know, and they get a full refund.`}
      </p>
    </div>
  )
}

function RequestSkeleton() {
  return (
    <div role="status" aria-label="Loading the request" className="flex flex-col gap-4">
      <Skeleton className="h-10 w-2/3" />
      <Skeleton className="h-44" />
      <Skeleton className="h-24" />
    </div>
  )
}
