import { useQuery } from '@tanstack/react-query'
import { CircleCheck, CircleX } from 'lucide-react'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { Booking } from '#shared/api/bookings.ts'
import { bookingQuery } from '#web/features/booking/queries.ts'
import { PersonLink } from '#web/features/people/person-link.tsx'
import { problemText } from '#web/lib/problem-text.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { Button } from '#web/ui/button.tsx'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { ErrorState } from '#web/ui/states.tsx'
import { MeetingFacts } from './meeting-facts.tsx'
import { RemarksField, remarksFault } from './remarks-field.tsx'
import { useDecide } from './use-decide.ts'

/** How long an outcome is shown before the lists show it. */
const outcomeMs = 1_500

type RequestDialogProps = {
  bookingId: string
  /** What a list has of it, shown until it was asked for anew. */
  known: Booking | undefined
  zone: string
  open: boolean
  onClose: () => void
  /** After an answer was given and shown. */
  onDecided: () => void
  finalFocus: () => HTMLElement | null
}

/** A request made to oneself, with what one answers by: accepting or declining it. */
export function RequestDialog(props: RequestDialogProps) {
  const { bookingId, known, zone, open, onClose, onDecided, finalFocus } = props
  const query = useQuery({ ...bookingQuery(bookingId, zone), placeholderData: known })
  const booking = query.data
  const decide = useDecide(bookingId)
  const [remarks, setRemarks] = useState('')
  const [agreed, setAgreed] = useState(false)
  const outcome = decide.data?.booking.status
  const onShown = useEffectEvent(onDecided)
  useEffect(() => {
    if (!outcome) return
    const timer = setTimeout(() => onShown(), outcomeMs)
    return () => clearTimeout(timer)
  }, [outcome])

  const answerable = booking?.status === 'requested' && booking.role === 'tutor'
  const ready = agreed && remarksFault(remarks) === undefined
  const close = () => {
    if (outcome) onDecided()
    // The answer that is on its way is shown here.
    else if (!decide.isPending) onClose()
  }
  const answer = (to: 'approved' | 'declined') => ({
    pending: decide.isPending && decide.variables.to === to,
    disabled: !ready || (decide.isPending && decide.variables.to !== to),
    onClick: () => decide.mutate({ to, remarks }),
  })
  return (
    <Dialog
      open={open}
      onClose={close}
      finalFocus={finalFocus}
      title="Meeting request"
      footer={
        !outcome &&
        answerable && (
          <>
            <Button {...answer('declined')}>Decline</Button>
            <Button variant="primary" {...answer('approved')}>
              Accept
            </Button>
          </>
        )
      }
    >
      {booking === undefined ? (
        query.error ? (
          <ErrorState onRetry={() => void query.refetch()} retrying={query.isFetching}>
            {problemText(query.error)}
          </ErrorState>
        ) : (
          <RequestSkeleton />
        )
      ) : outcome ? (
        <Outcome approved={outcome === 'approved'} booking={booking} />
      ) : (
        <div className="flex flex-col gap-4">
          <Joinee booking={booking} />
          <MeetingFacts booking={booking} zone={zone} />
          {answerable ? (
            <>
              <RemarksField
                value={remarks}
                onChange={setRemarks}
                hint={`${booking.joinee_name} gets them with your answer.`}
              />
              <Checkbox checked={agreed} onChange={event => setAgreed(event.target.checked)}>
                I agree to the terms: an accepted session is held at this time. Declined, cancelled by me or
                not held, the student gets everything back.
              </Checkbox>
            </>
          ) : (
            <p className="text-14 text-ink-soft">
              This request isn’t waiting any more. It is now: <strong>{booking.status}</strong>.
            </p>
          )}
          <p role="alert" className="text-14 font-medium text-negative empty:hidden">
            {decide.isError && `Your answer failed. ${problemText(decide.error)}`}
          </p>
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
        <p className="truncate font-medium">
          <PersonLink username={booking.joinee_username} className="hover:underline">
            <bdi>{booking.joinee_name}</bdi>
          </PersonLink>{' '}
          <span className="text-14 font-normal text-ink-faint">@{booking.joinee_username}</span>
        </p>
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
      <Icon
        aria-hidden="true"
        strokeWidth={1.5}
        className={`size-12 ${approved ? 'text-positive' : 'text-ink-faint'}`}
      />
      <p className="mt-3 font-serif text-22 font-semibold">{approved ? 'Approved' : 'Declined'}</p>
      <p className="mt-1 text-14 text-ink-soft">
        {approved
          ? `${booking.joinee_name} is told, and the time is yours together.`
          : `${booking.joinee_name} is told, and gets everything back.`}
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
