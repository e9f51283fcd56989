import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useId, useRef, useState } from 'react'
import * as z from 'zod/mini'
import {
  type Booking,
  bookings,
  type ProblemReason,
  problemDetailsLimit,
  problemReasons,
  problemTexts,
} from '#shared/api/bookings.ts'
import { refreshBookings } from '#web/features/meetings/queries.ts'
import { ReasonChoice } from '#web/features/trust/reason-choice.tsx'
import { call } from '#web/lib/api.ts'
import { problemText } from '#web/lib/problem-text.ts'
import { shortDayText, timeText } from '#web/lib/zoned-time.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Field } from '#web/ui/field.tsx'
import { Textarea } from '#web/ui/input.tsx'
import { toast } from '#web/ui/toast.ts'
import { firstNameOf } from './first-name.ts'

/** Reports, as a meeting's student, what went wrong in it. What was written stays until it has arrived. */
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
  const form = useId()
  const queryClient = useQueryClient()
  const [reason, setReason] = useState<ProblemReason | null>(null)
  const [details, setDetails] = useState('')
  const [checked, setChecked] = useState(false)
  const field = useRef<HTMLTextAreaElement>(null)
  const parsed = z.safeParse(problemTexts.details, details)
  const fault = checked && !parsed.success ? parsed.error.issues[0]?.message : undefined
  const send = useMutation({
    mutationKey: [bookings.reportProblem.path, booking.id],
    mutationFn: (body: { reason: ProblemReason; details: string }) =>
      call(bookings.reportProblem, { body: { bookingId: booking.id, ...body } }),
    onSuccess: () => {
      toast.success('Your report has arrived. We look at it.')
      onClose()
    },
    onSettled: () => refreshBookings(queryClient),
  })

  function submit(event: FormEvent) {
    event.preventDefault()
    setChecked(true)
    if (reason !== null && parsed.success && !send.isPending) send.mutate({ reason, details: parsed.data })
    else if (reason !== null && !parsed.success) field.current?.focus()
  }

  return (
    <Dialog
      open={open}
      onClose={() => !send.isPending && onClose()}
      title="Report a problem"
      description={
        <>
          <bdi>{booking.topic}</bdi>, with <bdi>{booking.admin_name}</bdi>
        </>
      }
      finalFocus={finalFocus}
      footer={
        <>
          <Button onClick={onClose} disabled={send.isPending}>
            Cancel
          </Button>
          <Button variant="primary" type="submit" form={form} pending={send.isPending}>
            Send report
          </Button>
        </>
      }
    >
      <form id={form} noValidate onSubmit={submit} className="flex flex-col gap-5">
        <ReasonChoice
          question="What went wrong?"
          reasons={problemReasons}
          value={reason}
          onChange={setReason}
          error={checked && reason === null ? 'Choose what went wrong.' : undefined}
        />
        <Field
          label="Details"
          required
          hint={`What happened, and when? Only the people who run Ignite read this: ${firstNameOf(booking.admin_name)} doesn’t.`}
          aside={
            details.length > problemDetailsLimit / 2 && `${[...details].length} / ${problemDetailsLimit}`
          }
          error={fault}
        >
          {control => (
            <Textarea
              {...control}
              ref={field}
              value={details}
              onChange={event => setDetails(event.target.value)}
            />
          )}
        </Field>
        <WhatHappensNext booking={booking} zone={zone} />
        <p role="alert" className="text-14 font-medium text-negative empty:hidden">
          {send.isError && problemText(send.error)}
        </p>
      </form>
    </Dialog>
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
        <li>We look at it, and at how long each of you was in the room.</li>
        <li>
          Until it is settled, <bdi>{firstNameOf(admin_name)}</bdi> isn’t paid. They learn that there is a
          problem, and not what you wrote.
        </li>
        <li>We tell you what comes back to you, and why: here and by mail.</li>
      </ol>
      {until && (
        <p className="mt-2 text-12 text-ink-faint">
          You can report a problem until {timeText(until, zone)} on {shortDayText(until, zone)}.
        </p>
      )}
    </section>
  )
}
