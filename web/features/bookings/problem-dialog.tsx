import { useMutation, useQueryClient } from '@tanstack/react-query'
import {
  type Booking,
  bookings,
  type ProblemReason,
  problemDetailsLimit,
  problemReasons,
  problemTexts,
} from '#shared/api/bookings.ts'
import { zoneName } from '#shared/domain/zone-name.ts'
import { firstNameOf } from '#web/features/people/person-facts.ts'
import { call } from '#web/lib/api.ts'
import { faultOf } from '#web/lib/fault-of.ts'
import { useForm } from '#web/lib/use-form.ts'
import { shortMomentText } from '#web/lib/zoned-time.ts'
import { Choice } from '#web/ui/choice.tsx'
import { ReasonDialog } from '#web/ui/reason-dialog.tsx'
import { toast } from '#web/ui/toast.ts'
import { refreshBookings } from './refresh-bookings.ts'

/** The student's form for reporting a problem with a meeting. The text stays until the report has arrived. */
export function ProblemDialog({
  booking,
  zone,
  open,
  onClose,
  finalFocus,
}: {
  booking: Booking
  zone: string
  open: boolean
  onClose: () => void
  finalFocus: () => HTMLElement | null
}) {
  const queryClient = useQueryClient()
  const send = useMutation({
    mutationKey: [bookings.reportProblem.path, booking.id],
    mutationFn: (body: { reason: ProblemReason; details: string }) =>
      call(bookings.reportProblem, { body: { bookingId: booking.id, ...body } }),
    onSuccess: () => {
      toast.success('We got your report and we’ll look into it.')
      onClose()
    },
    onSettled: () => refreshBookings(queryClient),
  })
  const form = useForm({
    initial: { reason: null as ProblemReason | null, details: '' },
    check: ({ reason, details }) => ({
      reason: reason === null ? 'Choose what went wrong.' : undefined,
      details: faultOf(problemTexts.details, details),
    }),
    sending: send,
    onSubmit: ({ reason, details }) => send.mutate({ reason: reason!, details: details.trim() }),
  })

  return (
    <ReasonDialog
      form={form}
      open={open}
      onClose={onClose}
      title="Report a problem"
      description={
        <>
          <bdi>{booking.topic}</bdi>, with <bdi>{booking.admin_name}</bdi>
        </>
      }
      action="Send report"
      finalFocus={finalFocus}
      reason={{
        label: 'Details',
        hint: `What happened, and when? Only the Ignite team reads this. ${firstNameOf(booking.admin_name)} doesn’t.`,
        limit: problemDetailsLimit,
        ...form.field('details'),
      }}
      next={<WhatHappensNext booking={booking} zone={zone} />}
    >
      <Choice question="What went wrong?" answers={problemReasons} {...form.field('reason')} />
    </ReasonDialog>
  )
}

function WhatHappensNext({ booking, zone }: { booking: Booking; zone: string }) {
  const { admin_name, problem_until: until } = booking
  return (
    <section aria-labelledby="what-happens-next" className="rounded-10 bg-sunken px-4 py-3 text-14">
      <h3 id="what-happens-next" className="font-sans text-14 font-medium tracking-normal">
        What happens next
      </h3>
      <ol className="mt-1.5 flex list-decimal flex-col gap-1 pl-5 text-ink-soft marker:text-ink-faint">
        <li>We review your report and how long each of you was in the meeting.</li>
        <li>
          Until it is settled, <bdi>{firstNameOf(admin_name)}</bdi> isn’t paid. We tell them there’s a
          problem, but not what you wrote.
        </li>
        <li>We tell you what we refund and why, here and by email.</li>
      </ol>
      {until && (
        <p className="mt-2 text-12 text-ink-faint">
          {`You can report a problem until ${shortMomentText(until, zone)} (${zoneName(zone)}).`}
        </p>
      )}
    </section>
  )
}
